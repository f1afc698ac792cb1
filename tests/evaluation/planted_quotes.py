"""Quotes for the checker, written before it: ten texts, and for each of them ten false quotes and ten true ones."""

from typing import Final

TEXTS: Final[dict[str, str]] = {
    "rivers": (
        "# Rivers\n\nThe Nile is 6,650 km long. It is not the widest river, but nobody doubts its fame.\n"
        "In 2019 about 300 million people lived near it; 12.5% of them fished.\n"
        "“Water is life,” said an old fisherman. He was never unhappy.\n"
    ),
    "course": (
        "Our course takes 6 weeks. You need no experience, and you will not pay before week 3.\n\n"
        "- Lesson 1: What a budget is\n- Lesson 2: Where money goes\n\n"
        "Refunds are possible until day 14, but not after it. Most people finish in time.\n"
    ),
    "product": (
        "The lamp weighs 1.2 kg and lasts up to 48 hours. It doesn't need a socket.\n"
        "Don't put it into water. It isn't a toy. Price: $39.90 (was $59.90).\n"
        'Anna from Leeds writes: "I use it every night."\n'
    ),
    "story": (
        "Mira opened the door. Nobody was there. The letter on the floor said: 'Come at noon.'\n"
        "She did not go. She could hardly breathe, and yet she laughed at the clock: 11:58.\n"
        "Her brother Tom, 17, had gone to the sea without her.\n"
    ),
    "code": (
        "Use `pip install rain` first. Then call `rain.pour(5)`; it returns at least 3 drops.\n"
        "Version 2.10 is faster than version 2.9, except on ARM. Never call it twice in a row.\n"
        "| input | result |\n|---|---|\n| 5 | 3 |\n| 50 | 31 |\n"
    ),
    "河流": (
        "# 河流\n\n长江全长约6300公里，是亚洲最长的河流。它并不是世界上最宽的河。\n"
        "2019年，流域内有4.6亿人口，其中百分之二十三从事渔业。\n"
        "老渔夫说：“水就是命。”他从来没有抱怨过。\n"
    ),
    "课程": (
        "本课程共六周，不需要任何基础，第三周之前不收费。\n\n"
        "- 第一课：什么是预算\n- 第二课：钱去了哪里\n\n"
        "十四天内可以退款，之后不能退款。大多数人都能按时完成。\n"
    ),
    "产品": (
        "这盏灯重1.2公斤，最长可用48小时，不用插电。请勿放入水中。\n"
        "它不适合三岁以下的儿童。价格：￥199（原价￥299）。\n"
        "来自成都的王女士写道：「我每天晚上都用它。」\n"
    ),
    "故事": (
        "小雨推开门，没有人在那里。地上的信写着：‘中午来。’\n"
        "她没有去。她几乎喘不过气，却对着钟笑了：十一点五十八分。\n"
        "哥哥今年十七岁，没有带她去看海。\n"
    ),
    "mixed": (
        "本产品基于 Rain Engine 2.0，支持 Windows 和 macOS，不支持 Linux。\n"
        "The trial lasts 30 days（不含节假日）。超过3万用户给出了 4.8 分。\n"
        "我们从不出售用户数据，也不会发送广告邮件。\n"
    ),
}

FALSE_QUOTES: Final[dict[str, tuple[str, ...]]] = {
    "rivers": (
        "The Nile is 6,560 km long",
        "It is the widest river",
        "the Nile is 6,650 km long",
        "about 300 million people … fished",
        "2.5% of them fished",
        "happy. ",
        "Water is life, said an old man",
        "In 2019 about 30 million people lived near it",
        "the widest river, but nobody doubts its fame",
        "nobody doubts it's fame",
    ),
    "course": (
        "Our course takes 6 months",
        "you will pay before week 3",
        "You need experience",
        "experience, and you will not pay",
        "Refunds are possible until day 1",
        "after it. Most people finish in time",
        "Lesson 1: Where money goes",
        "OUR COURSE TAKES 6 WEEKS",
        "Our course takes 6 weeks ... until day 14",
        "Most people finish on time",
    ),
    "product": (
        "lasts up to 4.8 hours",
        "2 kg and lasts up to 48 hours",
        "It does need a socket",
        "It doesnt need a socket",
        "put it into water",
        "a toy. Price: $39",
        "Price: $59.90",
        "I use it every day.",
        "The lamp weighs 1.2 kg and lasts 48 hours",
        "weighs 1.2 kg [and] lasts",
    ),
    "story": (
        "She did go",
        "go. She could hardly breathe",
        "body was there",
        "breathe, and yet she laughed",
        "Come at Noon",
        "at the clock: 11:5",
        "1:58",
        "Her brother Tom, 7",
        "had gone to the sea with her",
        "Mira closed the door",
    ),
    "code": (
        "pip install rainy",
        "it returns 3 drops",
        "Version 2.1 is faster than version 2.9",
        "version 2.9, also on ARM",
        "call it twice in a row",
        "rain.pour(50)",
        "| 5 | 31 |",
        "Version 2.10 is faster than version 2.9 on ARM",
        "use `pip install rain` first",
        "0 is faster than version 2.9",
    ),
    "河流": (
        "长江全长约6800公里",
        "长江全长约630",
        "是世界上最宽的河",
        "它是世界上最宽的河",
        "亚洲最长河流",
        "流域内有6亿人口",
        "百分之三十二从事渔业",
        "十三从事渔业",
        "抱怨过",
        "长江……是亚洲最长的河流",
    ),
    "课程": (
        "需要任何基础",
        "本课程共六个月",
        "第三周之前收费",
        "收费。",
        "四天内可以退款",
        "之后能退款",
        "能退款。大多数人",
        "第一课：钱去了哪里",
        "大多数人能按时完成",
        "十四天内可以退货",
    ),
    "产品": (
        "这盏灯重12公斤",
        "2公斤，最长可用48小时",
        "最长可用48分钟",
        "最长可用4",
        "用插电。请勿放入水中",
        "放入水中。它",
        "适合三岁以下的儿童",
        "价格：￥299",
        "99（原价￥299）",
        "我每天都用它",
    ),
    "故事": (
        "有人在那里",
        "人在那里。地上的信",
        "她去了。",
        "她没去。",
        "几乎喘不过气，对着钟笑了",
        "一点五十八分",
        "十一点五十",
        "哥哥今年七岁",
        "带她去看海",
        "下午来。",
    ),
    "mixed": (
        "Rain Engine 20",
        "Rain Engine 2",
        "支持 Linux",
        "The trial lasts 3",
        "The trial lasts 30 weeks",
        "超过3",
        "超过3万用户给出了 4",
        "出售用户数据",
        "会发送广告邮件",
        "rain engine 2.0",
    ),
}

TRUE_QUOTES: Final[dict[str, tuple[str, ...]]] = {
    "rivers": (
        "The Nile is 6,650 km long.",
        "It is not the widest river",
        "nobody doubts its fame.\nIn 2019",
        "12.5% of them fished",
        '"Water is life," said an old fisherman',
        "He was never unhappy.",
        "  about 300   million people  ",
        "In 2019 about 300 million people lived near it",
        "It is not the widest river, but nobody doubts its fame.",
        "Ｔｈｅ Ｎｉｌｅ is ６,６５０ km long",
    ),
    "course": (
        "Our course takes 6 weeks.",
        "You need no experience",
        "you will not pay before week 3",
        "Lesson 1: What a budget is",
        "What a budget is\n- Lesson 2: Where money goes",
        "Refunds are possible until day 14",
        "but not after it",
        "Most people finish in time.",
        "Refunds are possible until day 14, but not after it. Most people finish in time.",
        "Where money goes",
    ),
    "product": (
        "The lamp weighs 1.2 kg",
        "lasts up to 48 hours",
        "It doesn’t need a socket.",
        "Don't put it into water.",
        "It isn't a toy",
        "Price: $39.90 (was $59.90)",
        "“I use it every night.”",
        "Anna from Leeds writes",
        "It doesn't need a socket. Don't put it into water.",
        "Price: $39.90",
    ),
    "story": (
        "Mira opened the door.",
        "Nobody was there.",
        "said: “Come at noon.”",
        "She did not go.",
        "She could hardly breathe",
        "she laughed at the clock: 11:58",
        "Her brother Tom, 17",
        "had gone to the sea without her",
        "The letter on the floor said",
        "Nobody was there. The letter",
    ),
    "code": (
        "Use `pip install rain` first.",
        "`rain.pour(5)`",
        "it returns at least 3 drops",
        "Version 2.10 is faster than version 2.9, except on ARM.",
        "Never call it twice in a row.",
        "| 5 | 3 |",
        "| 50 | 31 |",
        "| input | result |",
        "faster than version 2.9",
        "drops. Version 2.10 is faster",
    ),
    "河流": (
        "长江全长约6300公里",
        "长江全长约６３００公里",
        "亚洲最长的河流",
        "它并不是世界上最宽的河",
        "2019年,流域内有4.6亿人口",
        "百分之二十三从事渔业",
        '老渔夫说："水就是命。"',
        "他从来没有抱怨过",
        "它并不是世界上最宽的河。2019年",
        "是亚洲最长的河流。 它并不是世界上最宽的河。",
    ),
    "课程": (
        "本课程共六周",
        "不需要任何基础",
        "第三周之前不收费。",
        "第一课:什么是预算",
        "第二课：钱去了哪里",
        "十四天内可以退款",
        "之后不能退款",
        "大多数人都能按时完成",
        "本课程共六周， 不需要任何基础",
        "十四天内可以退款，之后不能退款。大多数人都能按时完成。",
    ),
    "产品": (
        "这盏灯重1.2公斤",
        "这盏灯重１.２公斤",
        "最长可用48小时，不用插电",
        "请勿放入水中。它不适合三岁以下的儿童",
        "它不适合三岁以下的儿童",
        "价格：￥199（原价￥299）",
        "价格:￥199(原价￥299)",
        "“我每天晚上都用它。”",
        "来自成都的王女士写道",
        "请勿放入水中。",
    ),
    "故事": (
        "小雨推开门",
        "没有人在那里",
        "地上的信写着：“中午来。”",
        "她没有去。",
        "她几乎喘不过气，却对着钟笑了",
        "十一点五十八分",
        "哥哥今年十七岁",
        "没有带她去看海",
        "没有人在那里。地上的信写着",
        "却对着钟笑了：十一点五十八分。",
    ),
    "mixed": (
        "本产品基于 Rain Engine 2.0",
        "本产品基于Rain Engine 2.0",
        "支持 Windows 和 macOS",
        "不支持 Linux",
        "The trial lasts 30 days",
        "30 days(不含节假日)",
        "超过3万用户给出了 4.8 分",
        "我们从不出售用户数据",
        "也不会发送广告邮件",
        "我们从不出售用户数据，也不会发送广告邮件。",
    ),
}
