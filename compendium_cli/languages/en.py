"""English: no shipped text, but English terms find entries and English questions are understood."""

from compendium_cli.languages.base import DocumentWords, Labels, Language, ScriptLabels, SiteLabels, sounds
from compendium_cli.languages.snowball import SnowballAnalyzer

LABELS = Labels(
    edition="edition",
    kinds={
        "ability": "ability",
        "action": "action",
        "anatomy": "card anatomy",
        "card": "card",
        "card-type": "card type",
        "component": "component",
        "deck": "deck",
        "deckbuilding": "deckbuilding",
        "icon": "icon",
        "intro": "introduction",
        "keyword": "keyword",
        "phase": "phase",
        "rule": "rule",
        "setup": "setup",
        "status": "status",
        "timing": "timing",
        "value": "value",
        "word": "term",
        "zone": "zone",
    },
    callouts={"example": "Example", "note": "Note", "newer": "Newer edition"},
    cited_by="Cited by",
    cards="Cards",
    mentions="Mentions",
    languages="Other languages",
    read_next="Read next",
    terms="Terms",
    path="Path",
    redirect="{title} points to:",
    undecided="No rule in the compendium decides this question.",
    nearest="The nearest entries",
    retired="Rule {n} is gone: this is the entry as it is today.",
    product="Product",
    imported="Imported text",
    lacking="There is no text in this language: edition {edition} ({lang}).",
    other_language="The question is in {asked}; the answer is the text in {lang}.",
    verdicts={"yes": "Yes", "no": "No", "depends": "Depends"},
    ruling="ruling",
    rulings="Rulings",
    because="Because",
    states={
        "needs-look": "Needs a new look: a rule it rests on has changed since it was last confirmed, or "
        "another edition is current.",
        "superseded": "Superseded: “{title}” holds now.",
    },
    otherwise="Another edition decides it otherwise: “{title}”.",
    silent_card="{card} is a card of the game: the compendium has neither questions nor errata about it.",
)

SCRIPTS = ScriptLabels(
    search="Search for a rule",
    found="Entries found: {n}",
    nothing="No entry for “{query}”.",
    meant="Searched for: {words}",
    all_results="All results",
    copy="Copy rule {n}",
    copied="Copied: {form}",
    not_copied="The browser does not allow copying: here is the text.",
    forms={
        "link": "Link",
        "markdown": "Markdown",
        "bbcode": "BBCode",
        "html": "HTML",
        "discord": "Discord",
        "plain": "Plain text",
    },
    dark="Dark theme",
    light="Light theme",
)

SITE = SiteLabels(
    tagline="The rules, one by one: to find, follow and quote.",
    start="Start",
    a_z="A to Z",
    kinds="By kind",
    cards="Cards by product",
    map="Map of entries",
    changes="Recently changed",
    parity="Editions and languages",
    cite="How to cite",
    about="About and rights",
    manual="Manual of the commands",
    search="Search",
    menu="Menu",
    skip="Skip to content",
    games="Games",
    entry_count="{n} entries",
    find="Find an entry",
    english="In English",
    also_called="Also called",
    number="Number",
    as_of="as of {date}",
    updated="Entry changed on {date}",
    months=tuple("January February March April May June July August September October November December".split()),
    date="{day} {month} {year}",
    older="This entry follows edition {edition}; the current one is {current}.",
    older_differs="What {current} changes is marked in the entry.",
    older_same="We have marked no differences from {current}.",
    older_alone="{current} has no such entry.",
    rulings_hint="What players ask, the answer, and the rules that prove it.",
    ruling_count="Rulings: {n}",
    ruling_states={"needs-look": "needs a new look", "superseded": "superseded"},
    holds_for="Holds for",
    around="Around this entry",
    around_hint="Entries linked with {title}: each name is a link.",
    cited_by_entries="Cited by entries",
    cited_by_cards="Cited by cards",
    not_here="has no such entry",
    unmatched="Rule {n} of the other edition has no counterpart in this one.",
    report="Report a problem with this entry",
    report_title="Problem with {entry} ({lang})",
    neutral="Choose a language",
    map_hint="Each dot is an entry, each line a reference. Entries that are cited more are larger.",
    changes_hint="The entries that changed last, newest first.",
    changes_none="The history of this copy is not known.",
    parity_hint="How many entries each language has, which edition it follows and what it lacks.",
    language="Language",
    there="There",
    missing="Missing",
    older_short="Of an older edition",
    noted="with what is new marked",
    nothing_missing="Nothing is missing.",
    rights="Rights",
    licence="Our own text, licensed CC BY-SA 4.0. Not official.",
    not_found="There is no such page",
    not_found_hint="The address may have a mistake, or the entry another name. Search for it, or start from the lists.",
    needs_script="Searching needs JavaScript. Without it, every entry is in the lists.",
)


LANGUAGE = Language(
    code="en",
    locale="en_GB",
    name="English",
    see_also="See also",
    questions_heading="Questions",
    errata_heading="Errata",
    labels=LABELS,
    site=SITE,
    alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    scripts=SCRIPTS,
    stop_words=frozenset(
        """
        a about after again all also am an and any are as at be because been before being but by can could d
        did do does doing don done folks for from get gets give given go goes guys had has have having he
        hello her here hers hey hi him his hmm how i if in into is it its just ll m may me might more most
        must my no nor not now of off ok okay on once one only or other our out over own please re s same she
        should so some sorry such t than thanks that the their them then there these they this those through
        thx to too um under until up ve very was we well were what when where which while who whom why will
        with would you your
        """.split()
    ),
    question_words=frozenset(
        """
        an and are be can do does from get has have how if is it its many my not of should that the there they
        this to what when which who why will with would your
        """.split()
    ),
    marks=frozenset(""),
    definition_words=frozenset(
        """
        a about an are card cards definition do does effect effects explain for how is me mean means meaning of rule
        rules s tell text the what work works
        """.split()
    ),
    sounds=sounds("ph>f ck>k ie>ei ee>i ea>i gh> c>k y>i z>s wh>w"),
    documents=DocumentWords(
        see_also=("See also",),
        see=("See",),
        separators=",;",
        conjunctions=("and",),
        question=("Q",),
        answer=("A",),
        appendix="Appendix",
        glossary=("Glossary",),
        contents=("Contents", "Table of contents", "Index"),
        questions=("Frequently asked questions", "FAQ"),
        errata=("Errata",),
    ),
    analyzer=SnowballAnalyzer("english"),
)
