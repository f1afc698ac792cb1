"""Units of measure in English and Chinese: the family that each belongs to, and its size in that family."""

import re
from typing import Final, NamedTuple


class UnitFound(NamedTuple):
    """A unit after a number: its family, its factor, and where it ends."""

    family: str
    factor: float
    end: int


_DAY: Final = 86_400.0
YEAR: Final = 365.25 * _DAY
_LENGTHS: Final = {
    "kilometre kilometer km 公里 千米": 1e3, "centimetre centimeter cm 厘米 公分": 1e-2,
    "millimetre millimeter mm 毫米": 1e-3, "nanometre nanometer nm 纳米 奈米": 1e-9, "mile 英里": 1609.344,
    "metre meter m 米 公尺": 1.0, "foot feet ft 英尺": 0.3048,
    "inch inches 英寸": 0.0254, "yard 码": 0.9144, "丈": 10 / 3, "尺": 1 / 3, "nautical mile 海里": 1852.0,
}  # fmt: skip
_FAMILIES: Final[dict[str, dict[str, float]]] = {
    "length": _LENGTHS,
    "area": {"hectare ha 公顷": 1e4, "acre 英亩": 4046.86, "亩": 1e4 / 15},
    "mass": {
        "kilogram kg 公斤 千克": 1.0, "gram g 克": 1e-3, "microgram µg μg mcg 微克": 1e-9,
        "lb lbs": 0.453592, "ounce oz 盎司": 0.0283495, "tonne ton metric ton 吨 公吨": 1e3,
        "斤": 0.5, "milligram mg 毫克": 1e-6,
    },
    "volume": {"litre liter 升 公升": 1e-3, "millilitre milliliter ml 毫升": 1e-6},
    "time": {
        "second 秒 秒钟": 1.0, "minute 分钟": 60.0, "hour 小时 个小时": 3_600.0, "day 天 日": _DAY,
        "week 周 星期 个星期": 7 * _DAY,
        "month 个月": YEAR / 12, "year 年": YEAR, "decade": 10 * YEAR,
    },
    "age": {"year-old years-old years old 岁 周岁": YEAR},
    "dose in units": {"international unit IU 国际单位": 1.0},
    "power": {"watt W 瓦 瓦特": 1.0, "kilowatt kW 千瓦": 1e3, "megawatt MW 兆瓦": 1e6, "gigawatt GW 吉瓦": 1e9},
    "energy": {
        "watt-hour Wh 瓦时": 1.0, "kilowatt-hour kWh 千瓦时 度电": 1e3, "megawatt-hour MWh 兆瓦时": 1e6,
        "gigawatt-hour GWh 吉瓦时": 1e9, "terawatt-hour TWh 太瓦时": 1e12,
    },
    "pressure": {"hectopascal hPa 百帕 millibar": 1.0},
    "speed": {"knot 节": 0.514444},
    "distance in light-years": {"light-year 光年": 1.0},
    "temperature": {"degree °C °F ° 度 摄氏度 ℃": 1.0},
    "money:usd": {"US dollar 美元": 1.0, "US cent 美分": 1e-2}, "money:cent": {"cent": 1e-2},
    "money:hkd": {"Hong Kong dollar HK dollar 港元 港币": 1.0},
    "money:dollar": {"dollar": 1.0}, "money:eur": {"euro 欧元": 1.0},
    "money:gbp": {"pound 英镑": 1.0, "pence 便士": 1e-2},
    "money:cny": {"yuan renminbi RMB 人民币": 1.0}, "money:": {"元 块钱": 1.0, "角钱 毛钱": 0.1, "分钱": 0.01},
    "money:jpy": {"yen 日元": 1.0},
    "money:crown": {"crown krona kroner 克朗": 1.0}, "money:twd": {"NT dollar 台币 新台币": 1.0},
}  # fmt: skip
_PHRASES: Final = (
    "years old",
    "metric ton",
    "nautical mile",
    "US dollar",
    "US cent",
    "Hong Kong dollar",
    "HK dollar",
    "NT dollar",
    "international unit",
)
_MONEY_ALIKE: Final = {
    "money:": {"money:cny", "money:dollar", "money:hkd", "money:twd"},
    "money:dollar": {"money:", "money:usd", "money:hkd", "money:twd"},
    "money:cent": {"money:dollar", "money:usd", "money:eur"},
}
_IRREGULAR: Final = {"foot", "feet", "m", "g", "µg", "μg", "mcg",
              "km", "cm", "mm", "nm", "kg", "mg", "ml", "ha", "ft", "w", "kw", "mw", "gw",
              "wh", "kwh", "mwh", "gwh", "twh",
              "lb", "lbs", "oz", "inches", "pence"}  # fmt: skip


def _names(written: str) -> list[str]:
    found = [phrase for phrase in _PHRASES if phrase in written]
    for phrase in found:
        written = written.replace(phrase, "")
    return found + written.split()


def _forms(names: str) -> list[str]:
    """Return the names of a unit, English ones in the plural too."""
    written = [name.lower() for name in _names(names)]
    return written + [f"{name}s" for name in written if name.isascii() and name not in _IRREGULAR]


def _table() -> dict[str, tuple[str, float]]:
    return {
        form: (family, factor)
        for family, units in _FAMILIES.items()
        for names, factor in units.items()
        for form in _forms(names)
    } | _powers()


def _powers() -> dict[str, tuple[str, float]]:
    """Return areas and volumes: square kilometres, km², 平方公里."""
    found: dict[str, tuple[str, float]] = {}
    for names, factor in _LENGTHS.items():
        for form in _forms(names):
            area, volume = ("square ", "cubic ") if form.isascii() else ("平方", "立方")
            found |= dict.fromkeys((f"{area}{form}", f"sq {form}", f"{form}²", f"{form}2"), ("area", factor**2))
            found |= dict.fromkeys((f"{volume}{form}", f"{form}³", f"{form}3"), ("volume", factor**3))
    return found


_UNITS: Final = _table()
UNIT_WORDS: Final = frozenset(word for name in _UNITS if name.isascii() for word in name.split() if word.isalpha())
# A capital G after a number is rarely a gram: 5G.
_ALTERNATIVES: Final = "|".join(
    "(?-i:g)" if name == "g" else re.escape(name) for name in sorted(_UNITS, key=len, reverse=True)
)
_UNIT = re.compile(rf"[\s-]?(?P<name>{_ALTERNATIVES})(?![a-z²³])", re.IGNORECASE)
_PER = re.compile(r"(?: per |/| an? |每)(?P<time>second|sec|s|hour|hr|h|秒|小时|时)(?![a-z])", re.IGNORECASE)
_BEFORE = re.compile(r"每(?:一)?(?P<time>秒|小时)(?:钟)?(?:约|达|为|近|超过)?$")
_SYMBOL = re.compile(r"(?P<symbol>US\$|HK\$|NT\$|\$|€|£|¥)\s?$")
_SYMBOLS: Final = {"US$": "money:usd", "HK$": "money:hkd", "NT$": "money:twd", "$": "money:dollar", "€": "money:eur",
                   "£": "money:gbp", "¥": "money:cny"}  # fmt: skip
_SECONDS: Final = {"s": 1.0, "h": 3_600.0, "秒": 1.0, "小": 3_600.0, "时": 3_600.0}


def unit_at(text: str, start: int, end: int) -> UnitFound | None:
    """Return the unit of the number at this place: after it, or a currency sign or a rate before it."""
    before = text[max(0, start - 8) : start]
    if symbol := _SYMBOL.search(before):
        return UnitFound(_SYMBOLS[symbol["symbol"]], 1.0, end)
    found = _UNIT.match(text, end)
    if not found:
        return None
    family, factor = _UNITS[found["name"].lower()]
    rate = _PER.match(text, found.end())
    time = (rate or _BEFORE.search(before)) if family in ("length", "volume") else None
    if time:
        family = "speed" if family == "length" else "flow"
        factor /= _SECONDS[time["time"][0].lower()]
    return UnitFound(family, factor, rate.end() if rate and time else found.end())


def is_same_family(one: str, other: str) -> bool:
    """Whether two units measure the same. A bare 元 may be the dollar of its place; an age is a time."""
    if {one, other} == {"age", "time"}:
        return True
    return one == other or other in _MONEY_ALIKE.get(one, ()) or one in _MONEY_ALIKE.get(other, ())
