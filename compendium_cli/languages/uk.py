"""Ukrainian."""

from compendium_cli.languages.base import Labels, Language
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
)

LANGUAGE = Language(
    code="uk",
    name="Українська",
    see_also="Див. також",
    questions_heading="Запитання",
    errata_heading="Виправлення",
    labels=LABELS,
    stop_words=frozenset(
        """
        а але або б без би був була були було бути в вам вас ваш ваша ваше ваші ви від він вона вони воно все всі всіх
        де для до є ж за з зі із й його ми мене мені мій моя моє мої моїх моєї моєму між на над нам нас не нею ним них
        ні но о об однак по при про під раз свій своя своє свої своїх своєї свого своєму себе собі та так таке такий також таки те
        ти тим тих то того той тому ту тут у усі хто хоч це цей ця ці цього цьому чи чого чому що щоб як яка яке який
        якого якої яку які яких якщо я ще уже вже мати маю має маєте можна можу може можуть треба коли куди скільки
        робити буде будуть
        """.split()
    ),
    question_words=frozenset("і що чи як якщо коли можна скільки мій моя який яка це є ще та від для".split()),
    analyzer=UkrainianAnalyzer(),
)
