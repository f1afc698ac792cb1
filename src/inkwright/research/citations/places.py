"""Countries and large cities by their English and Chinese names, so that one is found in a source of the other."""

from typing import Final

_PAIRS: Final = """
china=中国 chinese=中国 japan=日本 japanese=日本 korea=韩国 korean=韩国 mongolia=蒙古 vietnam=越南
vietnamese=越南 thailand=泰国 thai=泰国 myanmar=缅甸 india=印度 indian=印度 indonesia=印度尼西亚
malaysia=马来西亚 malaysian=马来西亚 singapore=新加坡 philippines=菲律宾 iran=伊朗 iraq=伊拉克 israel=以色列
turkey=土耳其 turkish=土耳其 egypt=埃及 egyptian=埃及 kenya=肯尼亚 kenyan=肯尼亚 nigeria=尼日利亚
ethiopia=埃塞俄比亚 ethiopian=埃塞俄比亚 britain=英国 british=英国 england=英国 france=法国 french=法国
germany=德国 german=德国 italy=意大利 italian=意大利 spain=西班牙 spanish=西班牙 portugal=葡萄牙
portuguese=葡萄牙 netherlands=荷兰 dutch=荷兰 belgium=比利时 switzerland=瑞士 swiss=瑞士 austria=奥地利
austrian=奥地利 greece=希腊 greek=希腊 russia=俄罗斯 russian=俄罗斯 ukraine=乌克兰 poland=波兰 polish=波兰
sweden=瑞典 swedish=瑞典 norway=挪威 norwegian=挪威 finland=芬兰 finnish=芬兰 denmark=丹麦 danish=丹麦
iceland=冰岛 hungary=匈牙利 america=美国 american=美国 canada=加拿大 canadian=加拿大 mexico=墨西哥
mexican=墨西哥 brazil=巴西 brazilian=巴西 argentina=阿根廷 chile=智利 peru=秘鲁 cuba=古巴 australia=澳大利亚
australian=澳大利亚 europe=欧洲 european=欧洲 asia=亚洲 asian=亚洲 africa=非洲 african=非洲 beijing=北京
shanghai=上海 guangzhou=广州 shenzhen=深圳 chengdu=成都 chongqing=重庆 wuhan=武汉 nanjing=南京 hangzhou=杭州
tianjin=天津 xi'an=西安 hubei=湖北 hunan=湖南 sichuan=四川 yunnan=云南 guangdong=广东 zhejiang=浙江 jiangsu=江苏
taiwan=台湾 taipei=台北 macau=澳门 tibet=西藏 xinjiang=新疆 tokyo=东京 london=伦敦 paris=巴黎 berlin=柏林
rome=罗马 moscow=莫斯科 glasgow=格拉斯哥 dublin=都柏林 vienna=维也纳 madrid=马德里 lisbon=里斯本 sydney=悉尼
toronto=多伦多 chicago=芝加哥 boston=波士顿 amsterdam=阿姆斯特丹 oslo=奥斯陆 stockholm=斯德哥尔摩
copenhagen=哥本哈根 helsinki=赫尔辛基
"""
_PHRASES: Final = {
    "united states": "美国",
    "hong kong": "香港",
    "香港": "hong kong",
    "south korea": "韩国",
    "new zealand": "新西兰",
}


def _both_ways() -> dict[str, str]:
    found = dict(_PHRASES)
    for pair in _PAIRS.split():
        english, _, chinese = pair.partition("=")
        found[english] = chinese
        found[chinese] = f"{found[chinese]}|{english}" if chinese in found else english
    return found


PLACES: Final = _both_ways()
"""The name in the other language, from either. A Chinese name has all English ones: "switzerland|swiss"."""
