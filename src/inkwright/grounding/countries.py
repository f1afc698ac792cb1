"""Countries and continents, as texts name them: who was born in Paris was also born in France and in Europe."""

from typing import Final

COUNTRIES: Final = frozenset(
    "argentina austria bangladesh belgium bolivia brazil bulgaria canada chile china colombia croatia cuba cyprus "
    "denmark ecuador egypt england ethiopia finland france germany ghana greece hungary iceland india indonesia "
    "iran iraq ireland israel italy jamaica japan jordan kenya korea lebanon libya luxembourg malaysia malta "
    "mexico mongolia morocco nepal netherlands nigeria norway pakistan panama paraguay persia peru philippines "
    "poland portugal prussia romania russia scotland serbia singapore slovakia slovenia somalia spain sudan sweden "
    "switzerland syria tanzania thailand tunisia turkey uganda ukraine uruguay venezuela vietnam wales zambia "
    "zimbabwe "
    "中国 日本 韩国 朝鲜 蒙古 越南 泰国 缅甸 印度 印度尼西亚 马来西亚 新加坡 菲律宾 伊朗 伊拉克 以色列 土耳其 "
    "沙特阿拉伯 埃及 南非 肯尼亚 尼日利亚 埃塞俄比亚 英国 法国 德国 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 奥地利 "
    "希腊 俄罗斯 苏联 乌克兰 波兰 瑞典 挪威 芬兰 丹麦 冰岛 匈牙利 美国 加拿大 墨西哥 巴西 阿根廷 智利 秘鲁 古巴 "
    "澳大利亚 新西兰 波斯".split()
)

WIDE_PLACES: Final = frozenset(
    "africa asia europe america australia world earth britain "
    "非洲 亚洲 欧洲 美洲 中国 我国 世界 地球 全国 国内 国外".split()
)
"""What holds for a place in one of them holds for them as well."""
