"""English words that name nothing: those that hold a sentence together, and those that could stand for anything."""

from typing import Final

ARTICLES: Final = frozenset(["a", "an", "the"])
DETERMINERS: Final = ARTICLES | frozenset(
    "this these those its their his her our my your each every some any no another such several many few both all "
    "most more whose other one".split()
)
COUNTS: Final = frozenset("hundred hundreds thousand thousands million millions billion billions dozen dozens".split())
PLURAL_DETERMINERS: Final = frozenset("all many several few both these those most".split())
PRONOUNS: Final = frozenset(
    "i you he she it we they who whom them him us me itself themselves himself herself which that someone something "
    "anyone anything everyone everything nobody nothing".split()
)
PREPOSITIONS: Final = frozenset(
    "of in on at by with from into onto for through between among across over under about against within without along "
    "around near during after before until beyond toward towards upon inside outside above below behind beneath beside "
    "besides despite except like unlike via per as than off throughout".split()
)
AUXILIARIES: Final = frozenset(
    "is are was were be been being am has have had having do does did can could may might must shall should will would "
    "cannot isn't aren't wasn't weren't don't doesn't didn't can't won't".split()
)
_OTHER: Final = frozenset(
    "and or but nor so yet if because although though while whereas when where why how whether since unless once "
    "not never always often usually sometimes rarely then thus therefore hence however moreover furthermore instead "
    "also too very quite rather almost nearly about only just even still already again ever here there now later "
    "soon today first second third last next finally to up down out away back together apart well much less least "
    "enough same own de van von der da del ibn either neither else what ago per perhaps maybe mainly mostly "
    "especially particularly particular certain various different further yes let's ones others lot lots etc e.g "
    "i.e far long twice halfway".split()
)
FUNCTION_WORDS: Final = DETERMINERS | PRONOUNS | PREPOSITIONS | AUXILIARIES | _OTHER

NO_NOUNS: Final = frozenset(
    "best better worse worst fast slow close hard late early deep high low near straight right left well wide open "
    "loud clear alone alive aware ready able due likely it's that's there's".split()
)
"""Words that a lexicon calls nouns, and that hardly ever are."""

EMPTY_ADJECTIVES: Final = frozenset(
    "important main large small big great little good bad new old high low long short great major minor common general "
    "simple special full whole entire single similar possible necessary likely able available typical usual normal "
    "famous well-known modern early late recent final early sudden key chief true real actual own respective".split()
)

EMPTY_NOUNS: Final = frozenset(
    "way thing part number people person kind sort type example result case fact form amount time place year day month "
    "week hour minute second moment end beginning start side point use need help work name word line order set group "
    "lot area piece bit role reason cause effect problem question answer idea change difference importance purpose use "
    "man woman one other half rest top bottom middle right left hand level rate size shape length value condition "
    "situation process step stage method manner means matter turn while century decade age period today world life "
    "everything something term series variety range majority set pair couple total average addition contrast instance "
    "course sense view aspect feature factor thousand hundred million dozen job task sign home back front thanks "
    "ten dozen kilometre metre centimetre millimetre gram kilogram litre degree euro dollar pound mile inch foot ton "
    "tonne cent percent parts spot round "
    "attempt chance choice effort story reader writer rule goal section chapter text following".split()
)
UNIQUE_NOUNS: Final = frozenset(
    "world sun moon earth sky air ground sea ocean atmosphere environment equator globe planet universe climate "
    "weather body brain heart blood skin stomach eye ear nose mouth hand lung bone muscle north south east west "
    "outside inside middle past future present public poor rich dead countryside law truth night day morning evening "
    "afternoon summer winter spring autumn century year whole rest way".split()
)
"""Nouns of which everybody knows which one is meant."""

MONTHS_AND_DAYS: Final = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday bc ad bce ce celsius fahrenheit chapter figure table section mr mrs ms dr".split()
)

OPENING_REFERENCES: Final = frozenset(
    "it its this that these those they their them he his she her him we our us i my you your here there such both each "
    "however moreover furthermore therefore thus hence then also besides instead otherwise still yet but and or so "
    "nevertheless consequently similarly likewise finally meanwhile afterwards later soon next first second third "
    "firstly secondly thirdly fourth lastly another others some many most few several one because although "
    "though since unlike like by with what why how who when where if whether today now again perhaps maybe "
    "neither nor either for not only even once too did does do is are was were can could would should".split()
)
"""A sentence that begins so leans on what stands before it, or says too little of its own."""
