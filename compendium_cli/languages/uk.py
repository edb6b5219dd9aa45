"""Ukrainian."""

from compendium_cli.languages.base import DocumentWords, Labels, Language, ScriptLabels, SiteLabels, sounds
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
    lacking="Цією мовою такого правила немає: текст редакції {edition} ({lang}).",
    other_language="Запитання мовою {asked}: відповідь подано мовою {lang}.",
    verdicts={"yes": "Так", "no": "Ні", "depends": "Залежить"},
    ruling="рішення",
    rulings="Рішення",
    because="Чому",
    states={
        "needs-look": "Потребує перегляду: після останнього підтвердження змінилося правило, на якому воно "
        "ґрунтується, або діє інша редакція.",
        "superseded": "Замінено: тепер діє «{title}».",
    },
    otherwise="Інша редакція вирішує це інакше: «{title}».",
    silent_card="{card} — карта гри: у компендіумі немає запитань і виправлень щодо неї.",
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

SITE = SiteLabels(
    tagline="Правила, одне за одним: шукати, переходити, цитувати.",
    start="Початок",
    a_z="Від А до Я",
    kinds="За видом",
    cards="Карти за виданням",
    map="Мапа статей",
    changes="Недавні зміни",
    parity="Редакції та мови",
    cite="Як цитувати",
    about="Про нас і права",
    manual="Посібник із команд (англійською)",
    search="Пошук",
    menu="Меню",
    skip="Перейти до змісту",
    games="Ігри",
    entry_count="Статей: {n}",
    find="Знайти статтю",
    english="Англійською",
    also_called="Інші назви",
    number="Номер",
    as_of="чинна з {date}",
    updated="Статтю оновлено {date}",
    months=tuple("січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня".split()),
    date="{day} {month} {year} р.",
    older="Ця стаття йде за редакцією {edition}; чинна редакція — {current}.",
    older_differs="Що змінює {current}, позначено в статті.",
    older_same="Відмінностей від {current} ми не позначили.",
    older_alone="У {current} немає відповідної статті.",
    rulings_hint="Про що запитують гравці, відповідь і правила, що її доводять.",
    ruling_count="Рішень: {n}",
    ruling_states={"needs-look": "потребує перегляду", "superseded": "замінено"},
    holds_for="Діє для",
    around="Навколо цієї статті",
    around_hint="Статті, пов'язані зі статтею «{title}»: кожна назва — посилання.",
    cited_by_entries="Згадано в статтях",
    cited_by_cards="Згадано на картах",
    not_here="не має цієї статті",
    unmatched="Правило {n} з іншого видання не має відповідника в цьому.",
    report="Повідомити про помилку в цій статті",
    report_title="Помилка в {entry} ({lang})",
    neutral="Виберіть мову",
    map_hint="Кожна точка — стаття, кожна лінія — посилання. Що частіше статтю згадують, то вона більша.",
    changes_hint="Статті, змінені останніми, від найновішої.",
    changes_none="Історія цієї копії невідома.",
    parity_hint="Скільки статей має кожна мова, якої редакції дотримується і чого їй бракує.",
    language="Мова",
    there="Є",
    missing="Бракує",
    older_short="Давнішої редакції",
    noted="з позначеними змінами",
    nothing_missing="Нічого не бракує.",
    rights="Права",
    licence="Текст наш, ліцензія CC BY-SA 4.0. Неофіційно.",
    not_found="Такої сторінки немає",
    not_found_hint="Можливо, в адресі помилка або стаття зветься інакше. Пошукайте її або почніть зі списків.",
    needs_script="Для пошуку потрібен JavaScript. Без нього кожна стаття є у списках.",
)


LANGUAGE = Language(
    code="uk",
    locale="uk_UA",
    name="Українська",
    see_also="Див. також",
    questions_heading="Запитання",
    errata_heading="Виправлення",
    labels=LABELS,
    site=SITE,
    alphabet="АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
    scripts=SCRIPTS,
    stop_words=frozenset(
        """
        а або ага але б без би був буде будуть була були було бути в вам вас ваш ваша ваше ваші вже ви вибач
        вибачте вона вони воно все всі всіх від він вітаю де для до дякую ж з за зі й його коли коротше короче
        куди мати маю має маєте мене мені ми може можна можу можуть моя моє моєму моєї мої моїх між мій на над
        нам народ нас не нею ним них но ну ні о об однак ок окей от отже по при привіт про під підкажіть раз
        робити свого своя своє своєму своєї свої своїх свій себе скажіть скільки слухайте собі та так таке
        таки такий також те ти тим типу тих то того той тому треба ту тут у уже усі хоч хто це цей цього цьому
        ця ці чи чого чому ще що щоб я як яка яке який яких якого якої яку якщо які є із
        """.split()
    ),
    question_words=frozenset("і що чи як якщо коли можна скільки мій моя який яка це є ще та від для".split()),
    marks=frozenset("ґєії"),
    definition_words=frozenset(
        """
        діє ефект є значення значить карта карти картка картки карту картку означає поясни правила правило працює
        працюють про робить роблять розкажи таке текст це що як яка яке який які
        """.split()
    ),
    sounds=sounds("ї>і и>і ы>і є>е э>е ё>о а>о я>о ґ>г щ>ш ч>ш ь> й>і ъ>"),
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
    # The official romanisation, without its rules for the beginning of a word.
    romanisation=tuple(
        zip(
            "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
            "a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch  iu ia".split(" "),
            strict=True,
        )
    ),
)
