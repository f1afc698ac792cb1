"""Text in one form for comparison: simplified characters, narrow digits and letters, plain quotation marks."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from inkwright.grounding.language.traditional import simplified

HAN: Final = "\u3400-\u9fff\uf900-\ufaff"
_HAN = re.compile(f"[{HAN}]")
_LATIN = re.compile("[A-Za-z]")
_WIDE = {wide: wide - 0xFEE0 for wide in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))}
_PLAIN = {ord("％"): "%", ord("．"): ".", ord("\u00a0"): " ", ord("\u3000"): " ", ord("−"): "-", ord("’"): "'"}
# Characters that the common table lacks and that names and units use.
_EXTRA: Final = str.maketrans(
    "簡瑩劑撥藥鐘啟鄉縣噸餘莊鄧馮閻駱龔嶺礦壩颱勳慶偉傑鳳麗潔瓊瑋蘭靜寧嶽鈺銘錦閩陸雋韋韻頤顧駿鵬鶴歐鄒鄺"
    "盧蕭賀葉鍾譚塗龐竇聶薑闞賈紀強彥澤濤濱瀾煒燁瑤璽甯祿穎綺緯繡羅聰腎臟艦芻莖萊蔣薩蘇蟲裡覺詠誌諺謙譽豐"
    "財貝賢赫趙躍軒輝遠還郵鑄鑑隊險雞電霧韓頻額顯馬駛騎魯鮮鯨鴨鷺麥龍齊龜衞羣峯裏佔着凈溫滬滙眾砲並"
    "頃畝釐層練纖籌綱縱艱噴寢廚憂憐撐攜敵斂昇樸歎洩淚淪滯漸潛灑瑣疊痺皺盞睜矚礙穀竄簾籬紡",
    "简莹剂拨药钟启乡县吨余庄邓冯阎骆龚岭矿坝台勋庆伟杰凤丽洁琼玮兰静宁岳钰铭锦闽陆隽韦韵颐顾骏鹏鹤欧邹邝"
    "卢萧贺叶钟谭涂庞窦聂姜阚贾纪强彦泽涛滨澜炜烨瑶玺宁禄颖绮纬绣罗聪肾脏舰刍茎莱蒋萨苏虫里觉咏志谚谦誉丰"
    "财贝贤赫赵跃轩辉远还邮铸鉴队险鸡电雾韩频额显马驶骑鲁鲜鲸鸭鹭麦龙齐龟卫群峰里占着净温沪汇众炮并"
    "顷亩厘层练纤筹纲纵艰喷寝厨忧怜撑携敌敛升朴叹泄泪沦滞渐潜洒琐叠痹皱盏睁瞩碍谷窜帘篱纺",
)
_ASCII_STOP = re.compile(f"(?<=[{HAN}”」）%])[,;]|[,;](?=[{HAN}“「])")
_TABLE: Final = _WIDE | _PLAIN


@lru_cache(maxsize=256)
def folded(text: str) -> str:
    """Return the text for comparison; its length does not change."""
    return with_chinese_stops(simplified(text).translate(_EXTRA).translate(_TABLE))


def with_chinese_stops(text: str) -> str:
    """Return the text with Chinese commas and semicolons where ASCII ones stand beside Chinese words."""
    return _ASCII_STOP.sub(lambda stop: "，" if stop[0] == "," else "；", text)


def plain_letters(text: str) -> str:
    """Return lower-case letters without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(letter)
    )


def is_chinese(text: str) -> bool:
    """Whether a text is mainly Chinese: a Han character says about as much as a short word."""
    return 3 * len(_HAN.findall(text)) > len(_LATIN.findall(text))
