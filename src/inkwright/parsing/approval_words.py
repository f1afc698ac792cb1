"""The words of a reviewer in English and Chinese: approvals, refusals, demands and doubts."""

import re
from typing import Final


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_DECORATION: Final = r"[\s#*_\-\[【(（`✅✔☑👍🎉️]*+"
_LABEL: Final = (
    r"(?:(?:my |the |final |overall )*+(?:verdict|decision|conclusion|result|review|status|answer|judge?ment|outcome"
    r"|结论|結論|裁决|裁決|决定|決定|审核结果|審核結果|审查结果|審查結果|评审结果|評審結果|意见|意見|结果|結果|(?:我的)?(?:最终|最終)?(?:结论|結論|决定"
    r"|決定)[是为為])[\s*_\]】)]*+(?:(?<=[是为為])|[:：])[:：]?"
    r"[\s*_\[【(（`✅✔]*+)?"
)
_INTERJECTION: Final = (
    r"(?:(?:after|upon) (?:(?:careful|thorough|full|my|a|final|close) )*+(?:review|reading|consideration)[,:]\s*+)?"
    r"(?:(?:yes|yep|ok(?:ay)?|great|excellent|perfect|very good|good|looks good(?: to me)?|好的?|很好|可以)"
    r"[,，!！—–]\s*+)?"
)
_SUBJECT: Final = (
    r"(?:(?:i|we|it|this)\s+(?:hereby\s+|am\s+|is\s+|fully\s+|gladly\s+|now\s+|formally\s+)*+"
    r"|(?:this|the|your)\s+(?:\w+\s+){1,3}?(?:is|are)\s+(?:hereby\s+|now\s+|fully\s+)?)"
)
_ENGLISH_TAIL: Final = (
    r"(?=[\s*_`\])】）✅✔☑👍🎉️]*+(?:$|[.!,;:。！，；：—–]|-\s|\("
    r"|(?:as[ -](?:is|it\s+is|it\s+stands|written|submitted|presented)|without\b|with\s+(?:no|pleasure|distinction"
    r"|honou?rs)\b"
    r"|unconditionally|unanimously|fully|in\s+full|completely|now|today|and\s+(?:ready|done|good)\b"
    r"|for\s+(?:publication|release|submission|print(?:ing)?|use|production|delivery)|to\s+(?:proceed|publish|ship"
    r"|release))\b))"
)
_OBJECT: Final = (
    r"(?=\s+(?:it\b|(?:this|that|the|your|all)\s+(?:\w+\s+){0,3}?(?:plan|draft|version|text|work|document|chapter"
    r"|report|paper"
    r"|outline|proposal|result|content|article|essay|submission|answer|summary|code|changes?|revision|solution|design"
    r"|slides?|deck|quiz|page|file|lesson|thesis|manuscript)\b))"
)
_NOUN_ZH: Final = (
    r"(?:(?:本|该|該|此|这|這|这份|這份|这个|這個|你的|您的)?(?:方案|计划|計劃|文章|稿件|稿子|稿|初稿|终稿|終稿|内容|內容|报告|報告|论文|論文"
    r"|大纲|大綱|作业|作業|章节|章節|提纲|提綱|草稿|全文|版本|版|章))?"
)
_SUBJECT_ZH: Final = (
    r"(?:经过?(?:审核|审查|评审)[，,]?|經過?(?:審核|審查|評審)[，,]?)?"
    r"(?:我们?|我們|本人)?\s*+(?:已经|已經|已|完全|正式|一致|全票|直接|予以|准予|给予|給予"
    r"|审核|審核|评审|評審|审查|審查|可以|同意并|同意並|可)*+"
)
_END_ZH: Final = r"(?=\s*+[\]】)）*_`✅✔👍️]*+(?:$|[\s。.!！,，;；:：—…(（]))"
_OBJECT_ZH: Final = (
    r"(?=(?:发布|發布|出版|提交|执行|執行|实施|實施|定稿|(?:该|該|此|这|這|本|你|您|上述|以上)"
    r"(?![^。.!！\n]*(?:看法|意见|意見|观点|觀點|说法|說法))))"
)
_PASSES_ZH: Final = (
    r"(?:通过|通過)(?:了)?(?:(?:审核|審核|评审|評審|审查|審查|验收|驗收)?"
    + _END_ZH
    + r"|(?=(?:该|該|此|这|這|本|上述|以上)"
    r"[^，,。.!！\s]{1,8}(?:$|[。.!！])))"
)

APPROVES = re.compile(
    rf"{_DECORATION}{_LABEL}{_INTERJECTION}"
    rf"(?:(?:{_SUBJECT}(?:approved?|accepted|accept){_OBJECT}|{_SUBJECT}?(?:approved?|accepted|accept"
    rf"|lgtm){_ENGLISH_TAIL})"
    r"|(?:pass|passed|passes)(?=[\s*_\])]*(?:[.!,;:]|$))"
    rf"|{_NOUN_ZH}{_SUBJECT_ZH}(?:(?:(?:同意)?(?:批准|批準)(?:通过|通過)?|同意(?:通过|通過)?|认可|認可|核准)(?:了)?(?:{_END_ZH}"
    rf"|{_OBJECT_ZH})|{_PASSES_ZH}))",
    re.IGNORECASE,
)
"""The start of a sentence that is a plain approval. What follows must not match the patterns below."""

MENTIONS_APPROVAL = re.compile(
    rf"{_DECORATION}{_LABEL}{_INTERJECTION}(?:{_SUBJECT}?(?:approv|accept|lgtm\b|pass(?:ed|es)?\b)"
    rf"|{_NOUN_ZH}{_SUBJECT_ZH}(?:批准|同意|认可|認可|批準|核准|通过|通過))",
    re.IGNORECASE,
)
"""The start of a sentence that approves somehow, perhaps with a condition."""

_VERDICT_ZH: Final = "(?:批准|批準|通过|通過|同意|认可|認可|接受|核准)"
PROMISES = _pattern(
    r"\b(?:i|we)(?:['’](?:ll|d|m|re))?(?: \w+){0,3}? (?:approv|accept\b|pass\b|sign(?:ing)? off)",
    r"\b(?:will|can|could|would|do|shall) (?:i|we)(?: \w+){0,2}? (?:approve|accept|pass|sign off)\b",
    r"\b(?:will|can|could|would|may|shall|is|are|gets?|counts? as)(?: then| also| gladly)?(?: be)?(?: then)? "
    r"(?:approved|accepted|passed|my approval)\b|\b(?:has|have) my approval\b",
    rf"我[^，,。！？；\n]{{0,12}}{_VERDICT_ZH}",
    r"(?:即可|便可|才可|方可|可以?|才能|就能|就|便|才|方|再|会|會|将|將|能|后|後|则|則)(?:给予|給予|予以|正式|直接|获得?|獲得?)?"
    rf"{_VERDICT_ZH}",
)
"""An approval inside a sentence, which is none yet: it depends on the condition or demand next to it."""

HARMLESS = _pattern(
    r"\b(?:with )?(?:no|without(?: any)?|zero) (?:(?:further|more|other|major|minor|additional|open|remaining) )*"
    r"(?:issues?|problems?|changes?|edits?|comments?|concerns?|objections?|errors?|mistakes?|corrections?"
    r"|modifications?"
    r"|revisions?|reservations?|conditions?|questions?)(?: (?:or|and) (?:issues?|problems?|changes?|errors?"
    r"|concerns?))?"
    r"(?: (?:whatsoever|at all|found|needed|required|necessary|remain(?:ing)?|left|are needed|are required"
    r"|is needed))?",
    r"\bnothing (?:else |more |further )?(?:to (?:add|change|fix|correct|complain about)|failed|is missing|missing"
    r"|needs? to be (?:changed|fixed|added))\b",
    r"\b(?:can(?:no|['’])t|cannot|could(?:n['’]t| not)|did(?:n['’]t| not)|do(?:n['’]t| not)) (?:find|see|have) "
    r"(?:any|a single) (?:(?:further|more|other) )?(?:issues?|problems?|errors?|mistakes?|concerns?|objections?)\b",
    r"\bno need (?:for|to) (?:(?:any|further|more) )?(?:changes?|edits?|revisions?|change|edit|revise)\b",
    r"\b(?:do|does|is|are)(?:n['’]t| not) need(?:ed)? (?:(?:any|further|more) )?(?:changes?|edits?|revisions?)\b",
    r"\b(?:(?:all|the|my|every|these|those|your|previous|earlier|former|missing|remaining|open|last"
    r"|other) ){1,4}(?:\w+ )?"
    r"(?:issues?|problems?|errors?|mistakes?|concerns?|comments?|sources?|points?|questions?|gaps?|typos?|references?"
    r"|changes?)"
    r" (?:is|are|was|were|has been|have been|had been)(?: all| now| since)? (?:fixed|resolved|addressed|gone"
    r"|corrected|added|closed|answered|included|made)\b",
    r"\b(?:do|does)(?:n['’]t| not) (?:need|have) to (?:change|fix|add|revise|edit) (?:anything|a thing)\b"
    r"|\bnothing (?:is )?left to (?:fix|do|change|add)\b",
    r"\bno reason (?:not to approve|to (?:reject|refuse|decline|object))\b(?: it| this)?|\bnot a single (?:issue"
    r"|problem|error|mistake|typo)\b",
    r"\b(?:comments?|remarks?|issues?|changes?|notes?|problems?)\W{0,4}[:：]\W{0,4}(?:none|no|nil|n/a)\b|(?:意见|意見|说明"
    r"|說明|备注|備註|问题|問題)[:：]\s*(?:无|無|没有|沒有)",
    r"(?:没有?|沒有?|[并並]?未)(?:发现|發現|看到|看出|找到|见到?|見到?)[^，。,\n]{0,6}(?:问题|問題|错误|錯誤|毛病|漏洞|瑕疵|不足)",
    r"不(?:觉得|覺得|认为|認為)[^，。,\n]{0,6}有[^，。,\n]{0,4}(?:问题|問題|错误|錯誤|毛病|不妥|不足)",
    r"补充说明|補充說明|(?:符合|满足|滿足|达到|達到)[^，。,\n]{0,6}(?:要求|条件|條件|标准|標準)|不再(?:需要|需|用)?(?:修改|改动|改動|调整|調整)",
    r"(?:之前|先前|以前|上次|原来|原來)?的?(?:所有)?(?:问题|問題|错误|錯誤|意见|意見|缺失|不足)(?:都|均|全部|也)?已(?:经|經)?(?:全部)?(?:解决|解決|修复|修復|改正|修正|处理"
    r"|處理|补上|補上)",
    r"^\W*(?:proceed|publish|ship|release|merge|submit|print|carry on|continue)(?: (?:it|this|now|as is))*\W*$",
    r"\bgo ahead(?: and \w+)?\b",
    r"\bplease (?:proceed|continue|go ahead|publish|ship|release|carry on)\b|\bno further action\b",
    r"(?:没有|沒有|没|沒|无|無|毫无|毫無)(?:任何|其他|其它|什么|什麼|大|明显|明顯)?(?:问题|問題|意见|意見|异议|異議|毛病|错误|錯誤|修改意见)",
    r"(?:无|無|毋)(?:需|须|須)(?:再|任何|进一步)?(?:修改|改动|改動|调整|調整|补充|補充)|不(?:需要|需|用|必)(?:再|任何|进一步)?(?:修改|改动|改動|调整|調整|补充|補充|改)",
    r"(?:请|請)(?:继续|繼續|发布|發布|执行|執行|推进|推進)|不错|不錯|不仅|不僅|不但|无可挑剔|無可挑剔|无懈可击|無懈可擊|无疑|無疑",
    r"毫无疑问|毫無疑問|(?:没有?|沒有?|[无無])(?:任何|什么|什麼)?(?:理由|原因)(?:不|拒绝|拒絕|反对|反對|否决|否決)(?:批准|批準|通过|通過|同意|认可|認可)?",
    r"已(?:经|經)?(?:全部|都)?(?:修改|改正|更正|补充|補充|补齐|補齐|补全|補全|完善|修正|调整|調整)(?:完毕|完畢|好|到位)?|(?:修改|改)得(?:很|非常)?(?:好|到位|清楚)",
)
"""Negations and polite words that take nothing back."""

NEUTRAL = _pattern(
    r"非常|未来|未來|说明|說明|说服力|說服力|应用|應用|相应|相應|反应|反應|重要|主要|摘要|要点|要點|必要|先进|先進|先生|人才|才能|才华|才華"
)
"""Words that only contain the characters of a demand or a doubt."""

REFUSES = _pattern(
    r"(?:\bnot\b|n['’]t\b|\bno\b|\bnever\b|\bcannot\b|\bunable to\b|\bneither\b|\bnor\b)[^.!?。！？\n]{0,40}\b(?:approv"
    r"|accept|pass)",
    r"\b(?:un|dis)approv|\breject|\bdeclin|\brefus|\bden(?:y|ied)\b|\bwithh[eo]ld|\bveto",
    r"\bneeds? (?:more |further |some |major |minor )*(?:revisions?|work|changes|edits)|\brevise\b|\bfail(?:s|ed)?\b",
    r"\bapprov(?:ed|al)\W{0,4}[:：=]\W{0,4}(?:no\b|false\b|0\b|[❌✗✘×]|否|不)|[❌✗✘]",
    rf"[不未没沒無无勿难難][^，。！？；\n]{{0,6}}{_VERDICT_ZH}|(?<!特)[别別][^，。！？；\n]{{0,6}}{_VERDICT_ZH}",
    r"(?:不(?![仅僅但错錯愧断斷同久少过過论論管只])|未(?![来來])|没|沒|[并並]非|[無无](?![论論疑误誤愧])|难以|難以)"
    rf"[^，,。！？；\n]{{0,30}}{_VERDICT_ZH}|不(?:觉得|覺得|认为|認為)[^。！？；\n]{{0,40}}{_VERDICT_ZH}",
    r"(?:批准|批準|通过|通過|同意)不了|驳回|駁回|拒绝|拒絕|否决|否決|不合格|需要?修改|退回|重写|重寫|返工|反对|反對",
    r"\babgelehnt\b|\bnicht (?:genehmigt|freigegeben|angenommen)|\brechazad|\bno (?:aprobad|aprueb)|\brejet|\bn(?:on"
    r"|['’]est pas) approuv",
    r"\bpas (?:approuv|accept)|\breprovad|\bnão aprov|\brespint|\bnon approv|\bafgekeurd|\bне (?:одобр|утвержд"
    r"|принят)|\bотклон|\bотказ",
    r"却下|不承認|承認(?:し|でき)(?:ない|ません)|승인(?:하지|할 수 없|불가)|불승인|거부|반려",
)
"""Words that refuse, wherever they are."""

_CLAUSE: Final = r"(?:^|[,;:(（，；：—–]\s{0,4}|-\s|\b(?:then|also|just|but|simply|next|do)\s{1,4})[\s*_#\d.)\-]{0,12}"
_EDITS: Final = (
    "add|fix|remove|delete|include|provide|revise|rewrite|replace|cite|expand|shorten|clarify|insert|improve|adjust"
    "|rephrase"
    "|reword|rework|tighten|trim|proofread|double-check|explain|justify|elaborate|specify|rename|reorder|redo|resubmit"
)
_VERBS: Final = (
    rf"{_EDITS}|change|check|update|consider|try|use|put|move|give|write|mention|address|resolve|cut|drop|verify"
    rf"|format|label"
    "|attach|supply|split|polish|finish|mind|watch|avoid|look|see|note|remember|support|swap|quote|name|define|merge"
    "|(?:complete|correct) (?:the|your|all)"
)
DEMANDS = _pattern(
    r"\b(?:should|must|needs?|needed|has to|have to|had better|ought|requires?|required|please|kindly|make sure"
    r"|ensure|be sure)\b",
    r"\b(?:do(?:n['’]t| not) forget|keep in mind|next time|before (?:you|it|we|this|publi|releas|submi|print|merg)"
    r"|prior to)\b",
    r"\b(?:if|unless|until|once|provided|providing|assuming|conditions?|conditional(?:ly)?|contingent|subject to"
    r"|pending)\b",
    r"^\W*(?:only )?(?:when|after|upon) (?!(?:(?:careful|thorough|full|my|a|final|close) )*(?:review|reading|consid))",
    r"\b(?:as (?:soon|long) as|in case|except|apart from|other than|aside from|but|however|though|although"
    r"|nevertheless|nonetheless)\b",
    r"\bwith (?:\w+ ){0,3}(?:changes?|edits?|revisions?|fix(?:es)?|corrections?|amendments?|modifications?|additions?"
    r"|reservations?|caveats?|conditions?|exceptions?|comments?)\b",
    r"\b(?:suggest\w*|recommend\w*|advise|would (?:have )?(?:like[ds]?|prefer\w*|be|been|help|benefit|improve"
    r"|strengthen|add|still)|i['’]d (?:like|prefer|add|still)|it['’]d)\b",
    r"\b(?:(?:could|might|may|can) (?:still )?(?:use|be|benefit|add|improve|want|need|consider|help)|better (?:to|if"
    r"|with)|rather|want(?:s|ed)? you to|ask(?:ing)? you to|expect)\b",
    r"\b(?:missing|lack(?:s|ing)?|omit\w*|forgot\w*|todo|to-do|nits?|nitpicks?|typos?|caveats?|still|remains?"
    r"|outstanding|unresolved|next version|revised version|new version)\b",
    rf"{_CLAUSE}(?:{_VERBS})\b|\b(?:wants?|wanted|like|going) to\b|\bi (?:want|miss|wish|expect|need)\b|\blet['’]?s\b"
    r"|\brequests?\b|\bto (?:be \w+|follow|come)\b|\broom for\b|\bmodulo\b|\bwait(?:ing)?\b|\blater\b|\b(?:i|you|we"
    r"|they|he|she) will\b|\bwill (?:be|need|have)\b|['’]ll\b"
    rf"|\bmake (?:it|this|the)\b|\bwork on\b|\b(?:important|necessary|essential|crucial)\b|^\W*(?:also|plus|(?:one "
    rf"|some |a few )?more)\b|[,;:—–(]\s*(?:given|granted)\b|\bso long as\b|\b(?:and|so) (?:{_EDITS})\b|\btoo \w"
    rf"|\ba bit\b|\bminor\b|\bleft to\b|\bto some extent\b",
    r"需|须|須|必须|必須|应(?:该|当|再)|應(?:該|當|再)|要(?:再|补|補|改|加|先|注意|求)|请|請|建议|建議|最好|希望|记得|記得|别忘|別忘|注意",
    r"补|補|添加|增加|加上|加入|删|刪|改(?![变變革])|修正|修订|修訂|调整|調整|优化|優化|完善|更正|纠正|糾正|缺|少了|漏|不足|待|前提|条件|條件",
    r"如果|假如|假若|若|倘|只要|除非|除了|一旦|要是|之后|之後|以后|以後|然后|然後|后再|後再|等(?:你|您|到|补|補|改)|先(?=[把补補改加])|后(?:才|即|可|便|就)|後(?:才|即|可|便|就)"
    r"|但|不过|不過|只是|然而|可惜|遗憾|遺憾",
    r"[还還](?:要|需|有|缺|差|得|可以|能)|再(?=[加补補改检檢想考])|另外|此外|可以?[更再]|太(?![好棒美妙赞讚精])|过于|過於|有误|有誤|除[^，。,\n]{0,10}外|重新|附(?:意见|意見"
    r"|条件|條件|建议|建議|修改)|暂|暫|原则上|原則上|基本上?(?:批准|通过|通過|同意|可以)|勉强|勉強|保留|下次|下一版",
)
"""Conditions, demands and suggestions: with one of them, a reviewer does not approve yet."""

DOUBTS = _pattern(
    r"[?？]|\s/\s|[\]】)]/|/[\[【(]|吗|嗎|呢|吧|与否|與否|否|不|没|沒|未|无|無|才怪|或许|或許|可能|也许|也許|大概|似乎|好像|估计|估計|我猜|考虑|考慮|问题|問題|错|錯|据说"
    r"|據說|听说|聽說|玩笑|仅|僅|只(?!要)",
    r"\b(?:no|not|none|nothing|never|nor|neither|without|hardly|barely|false|cannot)\b|n['’]t\b",
    r"\b(?:almost|nearly|maybe|perhaps|possibly|might|probably|likely|guess|suppose|seems?|appears?|think|believe"
    r"|somewhat|partial(?:ly)?|partly|mostly|largely)\b",
    r"\b(?:sort of|kind of|in principle|in part|tentative(?:ly)?|provisional(?:ly)?|preliminar(?:y|ily)"
    r"|reluctant(?:ly)?|for now|temporar(?:y|ily)|so far|yet|hypothetical(?:ly)?|kidding|joking|lol|wish|hopefully"
    r"|apparently|presumably|supposedly|shorter|longer|simpler|clearer)\b",
    r"\b(?:unclear|vague|weak|wrong|incorrect|inaccura\w+|errors?|mistakes?|bugs?|issues?|problems?|concerns?|flaws?"
    r"|gaps?|insufficient|inadequate|incomplete|thin|dry|boring|confusing|messy|repetitive|unfinished|rough|awkward"
    r"|dull|shallow|superficial|sloppy|biased|outdated|unsupported|misleading|redundant|verbose|drags?|poor|bad"
    r"|broken|unfortunately|sadly|doubt\w*|unsure|uncertain"
    r"|questionable|disagree|objections?)\b",
    r"\b(?:said|says|saying|according|wrote|claims?|reportedly|allegedly|told me|when|whether|or)\b|\bby (?:the|my"
    r"|our|his|her|their|an?|mr|ms|mrs|dr|prof)\b|\bwas approved|\bwere approved|\b(?:last|next) (?:week|year|month)"
    r"|\byesterday|\bearlier|\bpreviously",
    r"\b(?:aber|jedoch|wenn|falls|sofern|bitte|muss|müssen|sollten?|noch|nicht|keine?|fehlt|fehlen|ergänz\w*|mais"
    r"|cependant|sauf|doit|devrait|devez|veuillez|faut|manque\w*|ajoute[rz]?|pas)\b",
    r"\b(?:pero|salvo|debe\w*|falta\w*|por favor|añad\w+|agreg\w+|mas|porém|deve\w*|adicion\w+|però|tranne|manca\w*"
    r"|aggiung\w+|но|если|нужно|надо|следует|добав\w*|не|нет|однако|пожалуйста)\b",
    r"ただし|必要|ください|下さい|追加|修正|하지만|만약|필요|추가|수정|해야|주세요|않|그러나|조건",
)
"""Questions, hedges, negations and words of somebody else: the verdict is not clear."""

FIRST_WORDS: Final = frozenset(
    "a absolutely abstract accurate accurately addresses agreed all an and answers argument arguments article as"
    " balanced because both bravo brilliant chapter children citation citations clean clear clearly coherent"
    " comment comments compelling complete completely concise conclusion congratulations consistent contains"
    " content convincing correct correctly covers data decision deep definitely describes detailed discussion"
    " document draft each easy engaging enjoyed especially essay every everyone everything evidence examples"
    " excellent explains explanation explanations fair fantastic figures final fine flawless fluent follows for"
    " format fulfills fulfils full fully gives good grammar great happy has headings helpful here high highly"
    " hooray i impressive in includes interesting introduction is it its job judgement key language layout"
    " learners length lesson letter lgtm logic logical looks love lovely made makes many matches meets method"
    " methods my neat nice nicely no nothing now numbers objectives of ok okay on one our outline outstanding overall"
    " paper particularly perfect perfectly persuasive plan pleasant pleasure precise presents provides quality"
    " quiz rationale readable readers reads ready really reason reasons references relevant reliable remarkable"
    " report result results review satisfies sensible several shows solid sound source sources spelling splendid"
    " states story strengths strong structure students style sufficient summary super superb supports tables"
    " teachers terrific text thank thanks that the their there these thesis they this thorough thoroughly those"
    " three timing titles to today truly two unanimously unconditionally useful uses valid verdict version very"
    " vivid we well what with without wonderful wording work wow writing yes you your".split()
)
"""How a sentence next to an approval may begin in English. Others may be demands, such as `Leave out the joke.`"""

PRAISE = _pattern(
    r"清晰|清楚|明确|明確|明晰|分明|充分|可靠|完整|齐全|齊全|规范|規範|准确|準確|正确|正確|无误|無誤|严密|嚴密|严谨|嚴謹|流畅|流暢|通顺|通順|恰当|恰當|得当|得當|合理",
    r"符合|满足|滿足|达到|達到|优秀|優秀|优质|優質|精彩|生动|生動|到位|扎实|紮實|有力|说服力|說服力|全面|深入|丰富|豐富|新颖|新穎|自然|简洁|簡潔|可行|适合|適合|实用|實用|一致",
    r"辛苦了|谢谢|謝謝|感谢|感謝|继续|繼續|保持|顺利|順利|祝|恭喜|棒|赞|讚|佳|不错|不錯|无可挑剔|無可挑剔|无懈可击|無懈可擊|满意|滿意|出色|认真|認真|用心|喜欢|喜歡",
    r"(?:很|非常|真|都|良|得|挺|更加?|极|極)好|好[!！。]?$|可以(?:直接)?(?:发布|發布|出版|发表|發表|提交|使用|定稿|执行|執行|实施|實施)|(?:直接|准予|準予)(?:发布|發布|出版"
    r"|发表|發表)",
    r"批准|批準|通过|通過|同意|认可|認可|核准|审核|審核|评审|評審|审查|審查|^\W*+(?:\d++\W*+)?(?:理由|原因|(?:我的)?(?:最终|最終)?(?:结论|結論)[是为為]?|评语|評語|说明|說明|意见|意見"
    r"|备注|備註|优点|優點)\W*$",
)
"""What a Chinese clause next to an approval may say. Others may be demands, such as `去掉最后一句`."""

PLAIN_WORDS: Final = frozenset(
    "genehmigt freigegeben angenommen approuvé approuvée accepté acceptée validé validée aprobado aprobada aceptado"
    " aceptada aprovado aprovada aceito aceita approvato approvata accettato accettata goedgekeurd одобрено одобряю"
    " утверждено принято 承認 承認します 承認する 可決 승인 승인합니다 승인함 승인됨 zatwierdzone onaylandı"
    " godkänd godkänt godkendt godkjent".split()
)
"""Approvals in other languages: they count only if the reply is this one word."""
