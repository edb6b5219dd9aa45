"""Ukrainian."""

from compendium_cli.languages.base import DocumentWords, Labels, Language, ScriptLabels
from compendium_cli.languages.morphology import UkrainianAnalyzer

LABELS = Labels(
    edition="редакція",
    kinds={
        "ability": "властивість",
        "action": "дія",
        "anatomy": "анатомія карти",
        "card": "карта",
        "card-type": "тип карти",
        "component": "компонент",
        "deck": "колода",
        "deckbuilding": "складання колоди",
        "icon": "символ",
        "intro": "вступ",
        "keyword": "ключове слово",
        "phase": "фаза",
        "rule": "правило",
        "setup": "підготовка",
        "status": "стан",
        "timing": "порядок виконання",
        "value": "значення",
        "word": "термін",
        "zone": "зона",
    },
    callouts={"example": "Приклад", "note": "Примітка", "newer": "Новіша редакція"},
    question="Запитання",
    answer="Відповідь",
    erratum="Виправлення",
    cited_by="Згадано в",
    cards="Карти",
    mentions="Згадує",
    languages="Інші мови",
    read_next="Читати далі",
    terms="Терміни",
    path="Шлях",
    redirect="{title} відсилає до:",
    undecided="Жодне правило компендіуму не вирішує цього питання.",
    nearest="Найближчі статті",
    retired="Правила {n} більше немає: ось стаття в теперішньому вигляді.",
    product="Видання",
    imported="Імпортований текст",
)

SCRIPTS = ScriptLabels(
    search="Шукати правило",
    found="Знайдено статей: {n}",
    nothing="За запитом «{query}» нічого не знайдено.",
    meant="Шукали: {words}",
    all_results="Усі результати",
    copy="Скопіювати правило {n}",
    copied="Скопійовано: {form}",
    not_copied="Браузер не дозволяє копіювати: ось текст.",
    forms={
        "link": "Посилання",
        "markdown": "Markdown",
        "bbcode": "BBCode",
        "html": "HTML",
        "discord": "Discord",
        "plain": "Звичайний текст",
    },
    dark="Темна тема",
    light="Світла тема",
)

LANGUAGE = Language(
    code="uk",
    name="Українська",
    see_also="Див. також",
    questions_heading="Запитання",
    errata_heading="Виправлення",
    labels=LABELS,
    scripts=SCRIPTS,
    stop_words=frozenset(
        """
        а або але б без би був буде будуть була були було бути в вам вас ваш ваша ваше ваші вже ви вона вони
        воно все всі всіх від він де для до ж з за зі й його коли куди мати маю має маєте мене мені ми може
        можна можу можуть моя моє моєму моєї мої моїх між мій на над нам нас не нею ним них но ні о об однак
        по при про під раз робити свого своя своє своєму своєї свої своїх свій себе скільки собі та так таке
        таки такий також те ти тим тих то того той тому треба ту тут у уже усі хоч хто це цей цього цьому ця
        ці чи чого чому ще що щоб я як яка яке який яких якого якої яку якщо які є із
        """.split()
    ),
    question_words=frozenset("і що чи як якщо коли можна скільки мій моя який яка це є ще та від для".split()),
    definition_words=frozenset("що таке це є означає значить правило".split()),
    documents=DocumentWords(
        see_also=("Див. також", "Див також", "Дивіться також"),
        see=("Див.", "Див"),
        separators=",;",
        conjunctions=("та", "і", "й"),
        question=("П", "З"),
        answer=("В",),
        appendix="Додаток",
        glossary=("Глосарій",),
        contents=("Зміст", "Покажчик", "Алфавітний покажчик"),
        questions=("Поширені запитання", "Часті запитання", "FAQ"),
        errata=("Виправлення", "Помилки"),
    ),
    analyzer=UkrainianAnalyzer(),
)
