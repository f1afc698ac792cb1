"""Chinese words: segmentation, parts of speech, runs that name something, and lists of common words."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from inkwright.grounding.language.names import COUNTRIES
from inkwright.grounding.source import TermKind

EMPTY_WORDS: Final = frozenset(
    "方面 作用 问题 情况 时候 时间 地方 部分 结果 原因 过程 方法 方式 特点 内容 东西 人们 人类 "
    "我们 他们 大家 自己 人 事 事情 现象 条件 关系 程度 范围 数量 大小 形式 状态 环节 阶段 步骤 "
    "意义 影响 目的 重要 主要 不同 一般 基本 其中 其他 左右 以上 以下 之间 之后 之前 例子 例如 "
    "目前 今天 世界 生活 工作 要求 需要 一部分 大部分 一方面 另一方面 全部 整个 各种 这种 那种 "
    "种类 类型 名称 称为 叫做 总数 年代 世纪 时期 时代 当时 后来 以后 以前 同时 上面 下面 里面 "
    "外面 前面 后面 之一 必要 可能 能力 能够 水平 速度 重量 长度 高度 面积 体积 数目 变化 发展 "
    "活动 使用 研究 说明 表示 成为 产生 形成 进行 出现 存在 具有 组成 分为 包括 属于 材料 本文 "
    "文章 是因为 不是 就是 只有 也就是说 换句话说 总的来说 综上所述 由此可见 一种 一个 有时 更多 "
    "许多 很多 大量 少量 适量 全球 各地 当地 人口 国家 地区 社会 历史 文化 成分 物质 对象 目标 "
    "标准 机会 办法 道理 关键 优点 缺点 好处 坏处 先后 总体 整体 个人 学生 老师 同学 班级 学校 "
    "家长".split()
)
"""Words that are too general to be terms."""

QUESTION_WORDS: Final = frozenset(
    "什么 谁 哪 哪里 哪儿 哪个 哪些 哪一 怎么 怎样 如何 多少 几 为什么 为何 何时 何 吗 呢 吧 啊 的 了 是 有"
    " 在 和 与 我 你 您 他 她 它 我们 "
    "你们 这 那 这个 那个 这些 那些 里 中 上 下 里面 文件 笔记 文章 文档 文中 材料 资料 附件 说 讲 讲述 写"
    " 提到 关于 请 请问 告诉 知道 "
    "介绍 一下 一 个 被 把 会 能 可以 要 到 从 对 都 也 就 还 吗 叫 叫做 内容 时候 什么样 有没有 是否 是不是"
    " 根据 问 问题 回答 "
    "什么时候 几个 几种 多久 多大 多长 之 其 以 为 着 过 得 地 不".split()
)
"""Words of questions that do not say what the question is about."""

VERBS: Final = frozenset(
    "新鲜 太多 利用 储存 耕种 存放 传送 参加 设计 净化 节约 消失 释放 吸收 流动 循环 运算 存储 断电 登月 "
    "发动 起兵 称帝 判处 考核 专权 割据 洗菜 洗衣 拖地 指 指令集 蒸发 凝结 渗透 下渗 汇集 汇入 "
    "输送 运输 搅拌 加热 冷却 浸泡 清洗 切成 放入 倒入 加入 煮沸 翻炒 腌制 发酵 揉面 擀成 包好 "
    "盖上 打开 关闭 检查 记录 登记 归还 借阅 阅读 保持 遵守 禁止 允许 提交 申请 批准 通知 离开 "
    "进入 到达 出发 返回 建立 成立 创立 统一 灭亡 攻占 占领 统治 推翻 继位 即位 发明 发现 提出 "
    "证明 观察 测量 计算 实验 记载 撰写 翻译 出版 传播 传入 推广 改进 改良 改变 增加 减少 上升 "
    "下降 提高 降低 扩大 缩小 覆盖 分布 位于 流经 注入 发源 起源 穿过 连接 经过 通过 包围 环绕 "
    "形成 堆积 侵蚀 沉积 搬运 喷发 移动 运动 转动 自转 公转 反射 折射 传导 对流 辐射 燃烧 氧化 "
    "分解 合成 消化 呼吸 分泌 排出 排泄 收缩 舒张 跳动 感染 免疫 繁殖 遗传 生长 发育 开花 结果 "
    "授粉 光合 保护 维持 调节 控制 支持 促进 影响 导致 引起 造成 防止 避免 帮助 选择 决定 准备 "
    "完成 开始 结束 继续 停止 使用 采用 应用 制造 制作 生产 加工 供给 提供 获得 得到 失去 放出 "
    "吸入 呼出 摄入 食用 饮用 种植 栽培 灌溉 施肥 收获 养殖 捕捞 开采 开发 建设 修建 兴建 改造 "
    "治理 管理 组织 领导 参与 举行 召开 签订 宣布 颁布 实行 实施 推行 废除 反对 抵抗 战胜 击败 "
    "失败 投降 撤退 判断 区分 比较 分析 描述 解释 说明 表明 反映 体现 代表 象征 称呼 命名 构成 "
    "含有 缺乏 充满 附着 悬浮 溶解 融化 熔化 凝固 汽化 液化 升华 凝华 沸腾 结冰 膨胀 振动 传递 "
    "碰撞 加速 减速 做功 充电 放电 导电 通电 供电 发电 用电 节水 用水 排水 蓄水 供水 节能 环保 "
    "借书 还书 续借 预约 罚款 赔偿 损坏 丢失 超期 逾期 值日 打扫 佩戴 排队 集合 请假 迟到 早退 "
    "旷课 考试 复习 预习 写作 朗读 背诵 提问 讨论 合作 分享 尊重 爱护 冲洗 晾干 切碎 拌匀 静置 "
    "醒发 蒸熟 煎至 焖煮 装盘 撒上 调味 勾芡 焯水 沥干 去皮 切块 切丝 切片 腌渍 捞出 关火 旋转 "
    "拧紧 安装 拆卸 更换 润滑 调整 打气 充气 补胎 刹车 骑行 固定 对准 插入 拔出 按压 擦拭 去除 "
    "标记 修补 打磨 涂抹 粘贴 容易 细小 巨大 丰富 稳定 平均 直接 间接 逐渐 重要 主要 明显 复杂 "
    "简单 广泛 充分 严重 严格 长期 短期 迅速 缓慢 大约 几乎 全部 全国 全球 参加考试 死刑 判处死刑 "
    "专政 起义军 起来 出来 下来 上来 过来 落下来 落下 升起 穿上 吃掉 看到 听到 想到 找到 叫作 "
    "叫做 称作 称为 变成 变为 转化 转化成 转变 转换 平行 矫正 距今 距离 治河 断流 闭馆 办理 会聚 "
    "发散 成像 识别 混合 决口 改道 入海 堵口 堵塞 阻塞 淤积 完工 施行 适用 挂失 补办 转借 外借 "
    "开放 延长 归架 保留 扫描 取书 涂画 撕页 整理 接待 招募 服务 培训 饮食 携带 清空 静音 垂直 "
    "相等 正对 倒立 正立 放大 发光 发热 看见 弯折 偏折 遥控 出土 创作 亲自 指挥 冲走 冲刷 冲入 "
    "加快 收紧 加高 高出 流失 来自 安静 上涨 上下 总共 共有 全长 高达 长河 由盛 之变 执行 审议 "
    "垄断 选拔 开设 往来 恢复 安定 混乱 废立 交纳 代替 东渡 成功 攻入 爆发 建成 流行 诞生 推出 "
    "制成 识字".split()
)
"""Words that do not name anything, although a dictionary may list them as nouns."""

COMMON_PLACES: Final = frozenset(
    "西周 东周 西汉 东汉 秦汉 西晋 东晋 魏晋 南朝 北朝 南北朝 隋唐 北宋 南宋 明清 普及 回国 出国 "
    "大海 大河 大山 大江 城市 海洋 湖泊 太阳 咸水 京城 江河 东南 东北 西南 西北 地球 云里 云中 藩镇 东渡 沿海地区 "
    "海绵城市 首都 都城 草原 高原 平原 盆地 沙漠 森林 河流 山脉 岛屿 大陆 半岛 海峡 三角洲 上游 "
    "中游 下游 南方 北方 东部 西部 南部 北部 中部 内陆 沿海 海边 山区 农村 乡村 城镇 街道 河谷 "
    "河口 海岸 港口 大洋 海水 月球 月亮 赤道 南极 北极 热带 温带 寒带".split()
)
"""Kinds of places, not names of places."""

KNOWN_PLACES: Final = frozenset(
    "北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 "
    "云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆 香港 澳门 江南 中原 关中 岭南 塞北 河西走廊 青藏高原 "
    "西安 长安 洛阳 开封 南京 杭州 苏州 扬州 成都 武汉 长沙 广州 深圳 厦门 泉州 福州 南昌 济南 青岛 大连 沈阳 哈尔滨 "
    "长春 太原 兰州 西宁 银川 乌鲁木齐 拉萨 昆明 贵阳 南宁 海口 合肥 郑州 石家庄 延安 敦煌 丝绸之路 "
    "罗马 雅典 巴黎 伦敦 柏林 维也纳 莫斯科 纽约 华盛顿 东京 京都 开罗 威尼斯 佛罗伦萨 "
    "欧洲 亚洲 非洲 美洲 北美洲 南美洲 大洋洲 南极洲 太平洋 大西洋 印度洋 北冰洋 地中海".split()
)
"""Places that a school text is likely to name."""

SURNAMES: Final = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章云苏潘葛范彭郎鲁韦马苗方俞任袁"
    "柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于傅皮卞齐康伍余顾孟黄穆萧尹姚邵汪毛禹狄臧伏戴宋庞熊纪"
    "舒屈项祝董梁杜阮蓝闵席季贾江童颜郭梅林钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房丁宣邓洪包诸左石崔吉龚程裴陆荣翁"
    "荀惠甄曲封储靳段焦侯宁仇甘武符刘景詹龙叶司黎白蒲蔺党翟谭姬申冉桑牛边燕冀尚温庄晏柴阎慕连习艾容向古易廖耿匡寇"
    "广欧沃蔚越巩聂晁敖冷辛饶曾关荆"
)

TRANSCRIPTION_CHARACTERS: Final = frozenset(
    "阿埃艾安昂奥巴白班邦贝本比彼别波伯勃布查达戴丹道德登邓迪蒂丁顿多尔恩法凡菲费芬冯弗夫福盖甘高戈格葛古哈海汉赫"
    "亨侯胡华怀霍基吉加贾杰金卡开凯坎康考柯科克肯孔库奎拉莱赖兰朗劳勒雷李里利莉列林琳龙隆鲁路伦罗洛马玛迈麦曼芒梅"
    "门蒙米密明摩莫墨穆纳南内尼涅牛纽诺欧帕潘庞培佩彭皮平蒲普奇契强乔琴琼瑞若萨赛桑瑟森莎山沙舍圣施史士斯司思苏索"
    "塔泰坦汤唐特提廷图托陀瓦万旺威韦维魏温翁沃乌伍武西希席夏肖歇谢辛欣休修许雪雅亚扬杨耶叶伊易因英尤于约泽扎詹珍"
    "治朱兹佐"
)
"""Characters used to transcribe foreign names."""

SUFFIXES: Final = frozenset(
    "机器体物质力量率度学法制线管膜核素酸碱盐层带期者员家军党派省县城山河湖海江岛国人类门科目属种"
)
"""Characters that end a compound."""

FRAGMENT_OPENERS: Final = frozenset(
    "和与及在从到为是有使让将由用以把被指对向给按据但而则又也都这那各每其本该玩打做吃喝"
)
"""Characters that no term begins with, because they belong to the sentence."""

PERSON_ENDINGS: Final = frozenset("者员生师家人民商工兵帝王臣官族农")
BUILDING_ENDINGS: Final = frozenset("馆室楼区院厅站库台店厂园城柜房")
PLACE_ENDINGS: Final = frozenset("峡山河江湖海省市县镇村岛湾港寺宫城峪口洲州盆沟")
EVENT_ENDINGS: Final = ("之治", "之乱", "之变", "运动", "革命", "战争", "起义", "改革", "作用", "反应", "现象")


if TYPE_CHECKING:
    from rjieba import Jieba

_HAN_WORD = re.compile("[\u3400-\u9fff\uf900-\ufaff]{2,}")
_RARE_FREQUENCY: Final = 1_120
_MAX_CHARACTERS: Final = 8
_MAX_RUN_WORDS: Final = 3
_COMMON_NOUN_TAGS: Final = ("n", "nz", "ng", "l", "j", "an")
_NAME_TAGS: Final = ("nr", "ns", "nt", "nrt", "nrfg")
_NOUN_TAGS: Final = (*_COMMON_NOUN_TAGS, *_NAME_TAGS)
_BEFORE_NOUN: Final = ("b", "n", "nz", "j", "ns")


class ChineseWord(NamedTuple):
    """A word of a sentence and its part of speech."""

    start: int
    text: str
    tag: str

    @property
    def end(self) -> int:
        """The end position in the sentence."""
        return self.start + len(self.text)


@lru_cache(maxsize=1)
def _segmenter() -> "Jieba":
    from rjieba import Jieba  # noqa: PLC0415 - builds a dictionary of half a million words

    return Jieba()


def words_of(sentence: str) -> list[ChineseWord]:
    """Return the words of a sentence in order."""
    words: list[ChineseWord] = []
    position = 0
    for text, tag in _segmenter().tag(sentence):
        words.append(ChineseWord(position, text, "v" if text in VERBS else tag))
        position += len(text)
    return words


def is_dictionary_word(word: str) -> bool:
    """Whether the dictionary has the word. A word it does not have may be a fragment of a longer one."""
    return _segmenter().has_word(word)


def term_runs(words: Sequence[ChineseWord]) -> Iterator[tuple[int, int]]:
    """Yield the first and last word index of each longest run that can name something; a name is a run of its own."""
    index = 0
    while index < len(words):
        last = index
        while last + 1 < len(words) and _can_join(words[last], words[last + 1]):
            last += 1
        length = words[last].end - words[index].start
        if (
            _can_begin(words[index])
            and words[last].tag in _NOUN_TAGS
            and last - index < _MAX_RUN_WORDS
            and length <= _MAX_CHARACTERS
        ):
            yield index, last
        index = last + 1


def names_that_act(words: Sequence[ChineseWord]) -> Iterator[str]:
    """Yield the words tagged as personal names that are followed by a verb or an adverb."""
    for word, following in pairwise(words):
        acts = following.tag in ("v", "p", "d", "f", "t", "vn", "zg") and following.text not in (
            "是",
            "是指",
            "有",
            "为",
        )
        if word.tag in ("nr", "nrt", "nrfg") and acts:
            yield word.text


def mentions_person(sentence: str) -> bool:
    """Whether the sentence names a person."""
    return any(word.tag in ("nr", "nrt", "nrfg") and _is_person_name(word.text) for word in words_of(sentence))


def noun_class(text: str) -> str:
    """Return whether the noun denotes people, rooms and buildings, or things, judging by its last character."""
    if text[-1] in PERSON_ENDINGS:
        return "people"
    return "room" if text[-1] in BUILDING_ENDINGS else "thing"


def term_kind(words: Sequence[ChineseWord], acting: frozenset[str]) -> TermKind:
    """Return the kind of a run of words. A personal name counts as a person if it acts somewhere in the text."""
    tag = words[-1].tag
    text = "".join(word.text for word in words)
    if len(words) == 1 and text in acting and _is_person_name(text):
        return "person"
    if len(text) > 2 and text[-1] in PLACE_ENDINGS and tag in ("ns", "nr", "nz"):
        return "place"
    # The dictionary tags many words as places that rarely are.
    is_place = text in KNOWN_PLACES | COUNTRIES or (text[-1] in PLACE_ENDINGS and text[0] not in "太很最更新旧多少好坏")
    if tag == "ns" and len(words) == 1 and text not in COMMON_PLACES and is_place:
        return "place"
    if re.search("(?:大学|学院|公司|委员会|研究所|银行|协会|博物馆|实验室)$", text):
        return "organisation"
    return "act" if text[-2:] in VERBS or text.endswith(EVENT_ENDINGS) else "concept"


def _is_person_name(text: str) -> bool:
    is_chinese = 2 <= len(text) <= 4 and text[0] in SURNAMES
    # The dictionary lists many common words as surnames; real names are rarer.
    is_rare = _segmenter().suggest_freq(text) <= _RARE_FREQUENCY
    if len(text) == 3 and _segmenter().suggest_freq(text[1:]) > _RARE_FREQUENCY:
        return False  # A common word after a character that may also be a surname.
    return (
        is_rare
        and text not in EMPTY_WORDS
        and (is_chinese or (len(text) > 1 and set(text) <= TRANSCRIPTION_CHARACTERS))
    )


def _can_begin(word: ChineseWord) -> bool:
    is_word = _HAN_WORD.fullmatch(word.text) is not None or (word.tag == "eng" and len(word.text) > 1)
    says_something = word.text not in EMPTY_WORDS and not _is_fragment(word.text)
    return is_word and says_something and (word.tag in _NOUN_TAGS or word.tag in ("b", "eng"))


def _is_fragment(text: str) -> bool:
    """Whether it is a fragment: it begins with a preposition or a verb, or ends in "above" or "in"."""
    if len(text) < 3:
        return text[0] in "和与及把被指对在从使将让由倒加切煮炒洗太" or text[-1] in "上里内后前中"
    return text[0] in FRAGMENT_OPENERS or text[-1] in "上中下里内后前时得的了着过" or text[:2] in VERBS


def _can_join(word: ChineseWord, following: ChineseWord) -> bool:
    """Whether two adjacent words form one term: nouns do, names and verbs do not."""
    if not _can_begin(word) or word.tag not in _BEFORE_NOUN or following.tag not in _COMMON_NOUN_TAGS:
        return False
    if len(following.text) == 1:
        return following.text in SUFFIXES
    return _HAN_WORD.fullmatch(following.text) is not None and not _is_fragment(following.text)
