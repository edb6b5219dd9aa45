"""Italian."""

from compendium_cli.languages.base import (
    DocumentWords,
    Labels,
    Language,
    PromptLabels,
    ScriptLabels,
    SiteLabels,
    sounds,
)
from compendium_cli.languages.snowball import SnowballAnalyzer

LABELS = Labels(
    edition="edizione",
    kinds={
        "ability": "capacità",
        "action": "azione",
        "anatomy": "anatomia delle carte",
        "card": "carta",
        "card-type": "tipo di carta",
        "component": "componente",
        "deck": "mazzo",
        "deckbuilding": "costruzione del mazzo",
        "icon": "icona",
        "intro": "introduzione",
        "keyword": "parola chiave",
        "phase": "fase",
        "rule": "regola",
        "setup": "preparazione",
        "status": "status",
        "timing": "tempistica",
        "value": "valore",
        "word": "termine",
        "zone": "area",
    },
    callouts={"example": "Esempio", "note": "Nota", "newer": "Edizione più recente"},
    cited_by="Citata da",
    cards="Carte",
    mentions="Nomina",
    languages="Altre lingue",
    read_next="Da leggere poi",
    terms="Termini",
    path="Percorso",
    redirect="{title} rimanda a:",
    undecided="Nessuna regola del compendio decide questa domanda.",
    nearest="Le voci più vicine",
    retired="La regola {n} non esiste più: ecco la voce com'è oggi.",
    product="Prodotto",
    imported="Testo importato",
    lacking="La regola manca in questa lingua: testo dell'edizione {edition} ({lang}).",
    other_language="La domanda è in {asked}: la risposta è nel testo in {lang}.",
    verdicts={"yes": "Sì", "no": "No", "depends": "Dipende"},
    ruling="decisione",
    rulings="Decisioni",
    because="Perché",
    states={
        "needs-look": "Da riconfermare: dopo l'ultima conferma è cambiata una regola su cui si fonda, o è "
        "uscita un'altra edizione.",
        "superseded": "Superata: ora vale «{title}».",
    },
    otherwise="In un'altra edizione si decide in altro modo: «{title}».",
    silent_card="{card} è una carta del gioco: il compendio non ha domande né errata su di essa.",
    language_names={"it": "italiano", "es": "spagnolo", "uk": "ucraino", "en": "inglese"},
    no_text="Non c'è testo in {asked}: la risposta è in {lang}.",
    no_entry="La voce manca in {asked}: eccola in {lang}.",
    also_means="Il nome può indicare anche {names}.",
    no_counterpart="La regola {n} non ha un corrispondente in {lang} ({edition}): ecco la voce.",
    no_pivot="La regola {n} non ha un corrispondente nell'edizione attuale ({edition}): ecco il link della voce.",
    welcome="Scrivi una domanda sulle regole, oppure ((un termine)) per averne la citazione: rispondono le "
    "regole del compendio, con il link.",
)

PROMPT = PromptLabels(
    banner="fai una domanda; ? per l'aiuto, Ctrl-D per uscire",
    question=("una domanda, un titolo", "la risposta"),
    name=("ally#3, un link", "quella regola"),
    number="ciò che ha il numero 3, con la regola che gli sta sopra",
    actions={
        "m": "il resto di ciò che è mostrato",
        "q": "cita la risposta, o ciò che ha il numero 3: markdown, bbcode, html, discord, plain",
        "c": "mette lo stesso negli appunti",
        "u": "il link della risposta, o di ciò che ha il numero 3",
        "l": "risposte in questa lingua; senza, in quella della domanda",
        "g": "solo questo gioco; senza, tutti",
        "?": "che cosa si può scrivere",
        "x": "esce; così anche Ctrl-D",
    },
    commands="come i comandi di quel nome",
    leaving=("esci",),
    helping=("aiuto",),
    nothing_yet="non è stato ancora chiesto nulla",
    no_number="nulla ha il numero {n}: ci sono da 1 a {most}",
    ask_first="nulla ha il numero {n}: prima fai una domanda",
    undecided="nulla decide la domanda: scegli una delle voci con il suo numero",
    no_more="non c'è altro",
    number_or_form="scrivi un numero, un formato o entrambi: {example}",
    copied="copiato come {form}",
    unknown_language="lingua sconosciuta «{word}»: scegli fra {known}",
    unknown_game="gioco sconosciuto «{word}»: scegli fra {known}",
    nothing_found="nessuna voce contiene «{query}»",
)

SCRIPTS = ScriptLabels(
    search="Cerca una regola",
    found="Voci trovate: {n}",
    nothing="Nessuna voce per «{query}».",
    meant="Cercato: {words}",
    all_results="Tutti i risultati",
    copy="Copia la regola {n}",
    link="Il collegamento alla regola {n}: tocca per copiarlo",
    copied="Copiato: {form}",
    not_copied="Il browser non lascia copiare: ecco il testo.",
    forms={
        "link": "Collegamento",
        "markdown": "Markdown",
        "bbcode": "BBCode",
        "html": "HTML",
        "discord": "Discord",
        "plain": "Testo semplice",
    },
    dark="Tema scuro",
    light="Tema chiaro",
    share="Condividi…",
    kept="Disponibile senza connessione: {languages} ({editions}), versione {build}. Ultimo controllo: {when}.",
    kept_visited=(
        "Senza connessione sono disponibili solo le pagine conservate ({editions}), versione "
        "{build}. Ultimo controllo: {when}."
    ),
    look="Controlla ora",
    newer="È disponibile una versione più recente.",
    reload="Ricarica",
    asking="Cerco la risposta…",
    failed="La risposta non si è potuta caricare. Controlla la connessione e riprova.",
    retry="Riprova",
    answer="Risposta",
    also="Che altro è stato trovato",
    called="Si chiamano così",
)

SITE = SiteLabels(
    tagline="Le regole, una per una: da cercare, seguire e citare.",
    start="Inizio",
    a_z="Dalla A alla Z",
    kinds="Per genere",
    cards="Carte per prodotto",
    map="Mappa delle voci",
    changes="Cambiate di recente",
    parity="Edizioni e lingue",
    cite="Come citare",
    about="Chi siamo e diritti",
    manual="Manuale dei comandi (in inglese)",
    search="Ricerca",
    menu="Menu",
    skip="Vai al contenuto",
    games="Giochi",
    entry_count="{n} voci",
    find="Trovare una voce",
    english="In inglese",
    also_called="Detta anche",
    number="Numero",
    as_of="in vigore dal {date}",
    updated="Voce aggiornata il {date}",
    months=tuple(
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split()
    ),
    date="{day} {month} {year}",
    older="Questa voce segue l'edizione {edition}; quella attuale è la {current}.",
    older_differs="Ciò che la {current} cambia è segnato nella voce.",
    older_same="Non abbiamo segnato differenze con la {current}.",
    older_alone="La {current} non ha una voce corrispondente.",
    rulings_hint="Che cosa chiedono i giocatori, la risposta e le regole che la provano.",
    ruling_count="Decisioni: {n}",
    ruling_states={"needs-look": "da riconfermare", "superseded": "superata"},
    holds_for="Vale per",
    around="Intorno a questa voce",
    around_hint="Voci collegate a {title}: ogni nome è un link.",
    cited_by_entries="Citata dalle voci",
    cited_by_cards="Citata dalle carte",
    not_here="non ha questa voce",
    unmatched="La regola {n} dell'altra edizione non ha un corrispondente in questa.",
    unplaced="Nessuno ha ancora indicato quale regola di questa voce corrisponda alla {n} dell'altra edizione.",
    unknown="In questa voce non c'è una regola {n}.",
    absent="Questa voce non c'è ancora in italiano. La stessa regola in altre lingue:",
    absent_game="Questo gioco non c'è ancora in italiano. Lo stesso gioco in altre lingue:",
    copy_entry="Copia la voce",
    contents="In questa voce",
    data="Dati (JSON)",
    guides="Guide (in inglese)",
    guides_short="Lingue e guide",
    guide_players="Per chi gioca",
    guide_forums="Per chi frequenta i forum",
    guide_maintainers="Per chi cura i testi",
    guide_developers="Per chi programma",
    map_in="Ingrandisci",
    map_out="Rimpicciolisci",
    map_all="Tutta la mappa",
    legend="Legenda",
    change_entry="voce nuova",
    change_new="nuove: {n}",
    change_edited="cambiate: {n}",
    change_gone="tolte: {n}",
    change_other="dettagli intorno alle regole",
    report="Segnala un problema con questa voce",
    report_title="Problema con {entry} ({lang})",
    neutral="Scegli la lingua",
    map_hint="Ogni punto è una voce, ogni linea un rimando. Le voci più citate sono più grandi.",
    changes_hint="Le voci cambiate più di recente, dalla più nuova.",
    changes_none="Di questa copia non si conosce la storia.",
    parity_hint="Quante voci ha ogni lingua, quale edizione segue e che cosa le manca.",
    language="Lingua",
    there="Presenti",
    missing="Mancanti",
    older_short="Di un'edizione precedente",
    noted="con le novità segnate",
    nothing_missing="Non manca nulla.",
    rights="Diritti",
    licence="Testo nostro, licenza CC BY-SA 4.0. Non ufficiale.",
    not_found="Questa pagina non esiste",
    not_found_hint="Forse l'indirizzo ha un errore, o la voce ha un altro nome. Cercala, o parti dagli elenchi.",
    needs_script="La ricerca ha bisogno di JavaScript. Senza, trovi ogni voce negli elenchi.",
    continued="Vai alla regola",
    offline="Nessuna connessione",
    offline_hint="Questa pagina non è conservata su questo dispositivo. Quelle conservate si aprono come sempre:",
)


LANGUAGE = Language(
    code="it",
    locale="it_IT",
    name="Italiano",
    see_also="Vedi anche",
    questions_heading="Domande",
    errata_heading="Errata",
    labels=LABELS,
    site=SITE,
    alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    scripts=SCRIPTS,
    prompt=PROMPT,
    stop_words=frozenset(
        """
        a ad agli ai al all alla alle allo allora anche ancora avere aveva avevo beh boh c che chi ci ciao cio
        cioe coi col com come con cos cosa cose cui d da dagli dai dal dall dalla dalle dallo davvero de degli
        dei del dell della delle dello di dov dove dunque e ecco ed era essere fa faccio fai fanno fare farlo
        fatto gli grazie ha hai hanno ho i il in insomma io l la le lei li lo loro lui m ma mah me mi mia mie
        miei mio n ne negli nei nel nell nella nelle nello no noi non o od ogni ok okay oppure per perche pero
        piu po poi possiamo posso possono praticamente proprio puo puoi pure qual qualcosa quale quali quando
        quanta quante quanti quanto quel quell quella quelle quelli quello quest questa queste questi questo
        qui raga ragazzi s salve scusa scusate scusatemi scusi se sei si sia siamo siccome sono sopra sta
        stanno stesso sto su sua sue sugli sui sul sull sulla sulle sullo suo suoi t ti tra tu tua tue tuo
        tuoi un una uno v va vabbe vale vi voi vuol
        """.split()
    ),
    question_words=frozenset(
        """
        al alla anche che chi come con cosa dal dalla degli dei della delle dello deve devo di dove e fa gli
        hai hanno ho il lo mia mie miei mio nel nell nella non ogni perche piu posso puo puoi quale quali
        quando quante quanti quanto quella quello questa questo se si sono sua suo tua tuo un una uno
        """.split()
    ),
    marks=frozenset("àèìòù"),
    definition_words=frozenset(
        """
        a carta carte che come cos cosa definizione dell della delle del di dire e effetti effetto fa fanno funziona
        funzionano gli i il l la le lo mi qual quale regola regole serve significa significato sono spiega spiegami
        testo un una uno vuol
        """.split()
    ),
    sounds=sounds("ch>k gh>g h> qu>ku cu>ku ca>ka co>ko gli>li gn>ni y>i j>i x>s z>s"),
    documents=DocumentWords(
        see_also=("Vedi anche",),
        see=("Vedi",),
        separators=",;",
        conjunctions=("e",),
        question=("D",),
        answer=("R",),
        appendix="Appendice",
        glossary=("Glossario",),
        contents=("Indice", "Indice analitico", "Indice alfabetico", "Sommario"),
        questions=("Domande ricorrenti", "Domande frequenti", "FAQ"),
        errata=("Errata",),
        lead=("vedi", "vedi anche", "vedere", "si veda", "si vedano", "cfr.", "descritto in", "consulta", "consultare"),
        page=("pagina", "pagine", "pag.", "pagg.", "p.", "pp."),
        rule=("regola", "regole", "sezione", "sezioni", "paragrafo", "capitolo", "punto", "vedi", "secondo"),
        on=("a", "alla", "in", "nella"),
        ordinary=("Esempio", "Esempi", "Nota", "Note", "Panoramica", "Introduzione", "Crediti", "Importante"),
    ),
    analyzer=SnowballAnalyzer(
        "italian",
        respell=(("ch", "c"), ("gh", "g")),
        # Not forms of «miglioria» and of «mano».
        apart={"miglior": "migliore", "migliore": "migliore", "migliori": "migliore", "mana": "mana"},
        foreign_plurals=True,
    ),
)
