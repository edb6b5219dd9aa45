"""Spanish."""

from compendium_cli.languages.base import DocumentWords, Labels, Language, ScriptLabels, SiteLabels, sounds
from compendium_cli.languages.snowball import SnowballAnalyzer

LABELS = Labels(
    edition="edición",
    kinds={
        "ability": "capacidad",
        "action": "acción",
        "anatomy": "contenido de las cartas",
        "card": "carta",
        "card-type": "tipo de carta",
        "component": "componente",
        "deck": "mazo",
        "deckbuilding": "construcción de mazos",
        "icon": "icono",
        "intro": "introducción",
        "keyword": "palabra clave",
        "phase": "fase",
        "rule": "regla",
        "setup": "preparación",
        "status": "estado",
        "timing": "orden de resolución",
        "value": "valor",
        "word": "término",
        "zone": "zona",
    },
    callouts={"example": "Ejemplo", "note": "Nota", "newer": "Edición más reciente"},
    cited_by="Citada por",
    cards="Cartas",
    mentions="Menciona",
    languages="Otros idiomas",
    read_next="Para seguir leyendo",
    terms="Términos",
    path="Camino",
    redirect="{title} remite a:",
    undecided="Ninguna regla del compendio decide esta pregunta.",
    nearest="Las entradas más cercanas",
    retired="La regla {n} ya no existe: esta es la entrada de hoy.",
    product="Producto",
    imported="Texto importado",
    lacking="La regla falta en este idioma: texto de la edición {edition} ({lang}).",
    other_language="La pregunta está en {asked}: la respuesta es el texto en {lang}.",
    verdicts={"yes": "Sí", "no": "No", "depends": "Depende"},
    ruling="resolución",
    rulings="Resoluciones",
    because="Por qué",
    states={
        "needs-look": "Por reconfirmar: desde la última confirmación ha cambiado una regla en la que se "
        "apoya, o hay otra edición vigente.",
        "superseded": "Sustituida: ahora vale «{title}».",
    },
    otherwise="Otra edición lo decide de otro modo: «{title}».",
    silent_card="{card} es una carta del juego: el compendio no tiene preguntas ni erratas sobre ella.",
)

SCRIPTS = ScriptLabels(
    search="Buscar una regla",
    found="Entradas encontradas: {n}",
    nothing="Ninguna entrada para «{query}».",
    meant="Se ha buscado: {words}",
    all_results="Todos los resultados",
    copy="Copiar la regla {n}",
    link="El enlace a la regla {n}: toca para copiarlo",
    copied="Copiado: {form}",
    not_copied="El navegador no deja copiar: este es el texto.",
    forms={
        "link": "Enlace",
        "markdown": "Markdown",
        "bbcode": "BBCode",
        "html": "HTML",
        "discord": "Discord",
        "plain": "Texto sin formato",
    },
    dark="Tema oscuro",
    light="Tema claro",
    share="Compartir…",
    kept="Disponible sin conexión: {languages} ({editions}), versión {build}. Última comprobación: {when}.",
    kept_visited=(
        "Sin conexión solo están disponibles las páginas guardadas ({editions}), versión {build}. "
        "Última comprobación: {when}."
    ),
    look="Comprobar ahora",
    newer="Hay una versión más reciente.",
    reload="Recargar",
    asking="Buscando la respuesta…",
    failed="No se ha podido cargar la respuesta. Comprueba la conexión y vuelve a intentarlo.",
    retry="Reintentar",
    answer="Respuesta",
    also="Qué más se ha encontrado",
    called="Se llaman así",
)

SITE = SiteLabels(
    tagline="Las reglas, una a una: para buscar, seguir y citar.",
    start="Inicio",
    a_z="De la A a la Z",
    kinds="Por clase",
    cards="Cartas por producto",
    map="Mapa de entradas",
    changes="Cambios recientes",
    parity="Ediciones e idiomas",
    cite="Cómo citar",
    about="Quiénes somos y derechos",
    manual="Manual de las órdenes (en inglés)",
    search="Búsqueda",
    menu="Menú",
    skip="Ir al contenido",
    games="Juegos",
    entry_count="{n} entradas",
    find="Encontrar una entrada",
    english="En inglés",
    also_called="También llamada",
    number="Número",
    as_of="vigente desde el {date}",
    updated="Entrada actualizada el {date}",
    months=tuple("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()),
    date="{day} de {month} de {year}",
    older="Esta entrada sigue la edición {edition}; la actual es la {current}.",
    older_differs="Lo que cambia la {current} está señalado en la entrada.",
    older_same="No hemos señalado diferencias con la {current}.",
    older_alone="La {current} no tiene una entrada correspondiente.",
    rulings_hint="Lo que preguntan los jugadores, la respuesta y las reglas que la prueban.",
    ruling_count="Resoluciones: {n}",
    ruling_states={"needs-look": "por reconfirmar", "superseded": "sustituida"},
    holds_for="Vale para",
    around="Alrededor de esta entrada",
    around_hint="Entradas enlazadas con {title}: cada nombre es un enlace.",
    cited_by_entries="Citada por las entradas",
    cited_by_cards="Citada por las cartas",
    not_here="no tiene esta entrada",
    unmatched="La regla {n} de la otra edición no tiene equivalente en esta.",
    unplaced="Nadie ha indicado todavía qué regla de esta entrada corresponde a la {n} de la otra edición.",
    unknown="Esta entrada no tiene ninguna regla {n}.",
    absent="Esta entrada aún no existe en español. La misma regla en otros idiomas:",
    absent_game="Este juego aún no existe en español. El mismo juego en otros idiomas:",
    copy_entry="Copiar la entrada",
    contents="En esta entrada",
    data="Datos (JSON)",
    guides="Guías (en inglés)",
    guides_short="Idiomas y guías",
    guide_players="Para quien juega",
    guide_forums="Para quien escribe en foros",
    guide_maintainers="Para quien cuida los textos",
    guide_developers="Para quien programa",
    map_in="Acercar",
    map_out="Alejar",
    map_all="Todo el mapa",
    legend="Leyenda",
    change_entry="entrada nueva",
    change_new="nuevas: {n}",
    change_edited="cambiadas: {n}",
    change_gone="quitadas: {n}",
    change_other="detalles en torno a las reglas",
    report="Avisar de un problema con esta entrada",
    report_title="Problema con {entry} ({lang})",
    neutral="Elige el idioma",
    map_hint="Cada punto es una entrada y cada línea una remisión. Las entradas más citadas son más grandes.",
    changes_hint="Las entradas cambiadas más recientemente, de la más nueva a la más antigua.",
    changes_none="De esta copia no se conoce la historia.",
    parity_hint="Cuántas entradas tiene cada idioma, qué edición sigue y qué le falta.",
    language="Idioma",
    there="Presentes",
    missing="Faltan",
    older_short="De una edición anterior",
    noted="con las novedades señaladas",
    nothing_missing="No falta nada.",
    rights="Derechos",
    licence="Texto nuestro, licencia CC BY-SA 4.0. No oficial.",
    not_found="Esta página no existe",
    not_found_hint="Quizá la dirección tenga un error o la entrada se llame de otro modo. Búscala o ve a las listas.",
    needs_script="La búsqueda necesita JavaScript. Sin él, cada entrada está en las listas.",
    continued="Ir a la regla",
    offline="Sin conexión",
    offline_hint="Esta página no está guardada en este dispositivo. Las guardadas se abren como siempre:",
)


LANGUAGE = Language(
    code="es",
    locale="es_ES",
    name="Español",
    see_also="Véase también",
    questions_heading="Preguntas",
    errata_heading="Fe de erratas",
    labels=LABELS,
    site=SITE,
    alphabet="ABCDEFGHIJKLMNÑOPQRSTUVWXYZ",
    scripts=SCRIPTS,
    stop_words=frozenset(
        """
        a al algo algun alguna algunas alguno algunos ante antes aqui asi aun aunque buenas bueno cada chicos
        como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde e el ella ellas ello
        ellos en entonces entre era eres es esa esas ese eso esos esta estan estar estas este esto estos estoy
        fue gente gracias ha hace hacen hacer hago han hasta hay haya he hola la las le les lo los mas me mi
        mientras mis mismo mucho muy ni no nos o ok okay os otra otro oye para perdon perdona perdonad pero
        poco por porfa porque pueda puede pueden puedo pues que quien quiero se sea segun ser si sido sin
        sobre solo son su sus tambien tan tanto te tengo tiene tienen tio tios toda todas todo todos tu tus u
        un una unas uno unos va vale vamos y ya yo
        """.split()
    ),
    question_words=frozenset(
        """
        al cada como con cual cuales cuando cuantas cuanto cuantos del donde el en es esta este estos hace hay
        las lo los mi mis muy para pero por puede pueden puedo que quien se si sin son su sus tambien tengo
        tiene tu una unos y ya
        """.split()
    ),
    marks=frozenset("áéíóúñ¿¡"),
    definition_words=frozenset(
        """
        carta cartas como cual de decir definicion del efecto efectos el es explica explicame funciona funcionan hace
        hacen la las los me para que quiere regla reglas significa significado sirve son texto un una
        """.split()
    ),
    sounds=sounds("qu>k ce>se ci>si ge>je gi>ji gu>g ll>y h> v>b z>s c>k x>s y>i"),
    documents=DocumentWords(
        see_also=("Véase también", "Ver también"),
        see=("Véase", "Ver"),
        separators=";,",
        conjunctions=("y",),
        question=("P",),
        answer=("R",),
        appendix="Apéndice",
        glossary=("Glosario",),
        contents=("Índice", "Índice alfabético", "Contenido", "Sumario"),
        questions=("Preguntas frecuentes", "FAQ"),
        errata=("Fe de erratas", "Erratas"),
        lead=("véase", "véase también", "véanse", "ver", "ver también", "vea", "consulta", "consulte", "descrito en"),
        page=("página", "páginas", "pág.", "págs.", "pag.", "p."),
        rule=("regla", "reglas", "sección", "secciones", "apartado", "capítulo", "punto", "véase", "según"),
        on=("en", "de"),
        ordinary=("Ejemplo", "Ejemplos", "Nota", "Notas", "Resumen", "Introducción", "Créditos", "Importante"),
    ),
    analyzer=SnowballAnalyzer(
        "spanish",
        respell=(("qu", "c"), ("gu", "g"), ("z", "c")),
        # Not forms of «mejora» and of «mano».
        apart={"mejor": "mejores", "mejores": "mejores", "mana": "mana"},
    ),
)
