"""Pages with one fault each and the expected finding, and good pages as a model could write them."""

from pathlib import Path
from typing import Final

from inkwright.artifacts import webpages
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.webpages.assemble import POLICY, assemble_page, build_page
from inkwright.artifacts.webpages.page_parts import PageParts, PageSection


def made(html: str, css: str = "", js: str = "") -> Draft:
    """A page of these parts, without its frame."""
    page = assemble_page(PageParts(title="A page", html=html, css=css, js=js))
    return Draft("html", "page.html", "A page", {"page.html": page.encode()})


def written(body: str, *, policy: str | None = POLICY, head: str = "<title>A page</title>") -> Draft:
    """A whole file that nobody put together: what stands in it is as somebody wrote it."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy is not None else ""
    view = '<meta name="viewport" content="width=device-width">'
    page = f'<!doctype html><html lang="en"><head>{meta}{view}{head}</head><body>{body}</body></html>'
    return Draft("html", "page.html", "A page", {"page.html": page.encode()})


VENDORED: Final = Path(str(webpages.__file__)).parent / "vendored"
HEAD: Final = "<h1>Water</h1><p>It runs down.</p>"
PLAY: Final = "let n = 0;"

READ: Final[dict[str, tuple[str, Draft]]] = {
    "fetch": ("network", made(HEAD, js="fetch('/scores')")),
    "window.fetch": ("network", made(HEAD, js="const send = window.fetch; send('/x')")),
    "fetch by name": ("network", made(HEAD, js="window['fetch']('/x')")),
    "fetch in escapes": ("network", made(HEAD, js="\\u0066etch('/x')")),
    "fetch in a template": ("network", made(HEAD, js="const a = `n ${ {b: fetch('/x')}.b } m`")),
    "fetch behind a pattern": ("network", made(HEAD, js="const q = /\"/; fetch('/x'); const r = /\"/")),
    "XMLHttpRequest": ("network", made(HEAD, js="const r = new XMLHttpRequest()")),
    "WebSocket": ("network", made(HEAD, js="new WebSocket(address)")),
    "EventSource": ("network", made(HEAD, js="new EventSource('/events')")),
    "WebRTC": ("network", made(HEAD, js="const p = new RTCPeerConnection({iceServers: []})")),
    "beacon": ("network", made(HEAD, js="navigator.sendBeacon('/x', 'secret')")),
    "import()": ("network", made(HEAD, js="import('./more.js')")),
    "import": ("network", made(HEAD, js="import { a } from './more.js'")),
    "a library with more behind it": (
        "network",
        written(f"{HEAD}<script>{(VENDORED / 'katex.js').read_text(encoding='utf-8')}\nfetch('/x')</script>"),
    ),
    "worker": ("network", made(HEAD, js="new Worker(blob)")),
    "service worker": ("network", made(HEAD, js="navigator.serviceWorker.register('/s')")),
    "eval": ("evaluates", made(HEAD, js="eval(text)")),
    "new Function": ("evaluates", made(HEAD, js="const f = new Function('x', 'return x')")),
    "a timer with text": ("evaluates", made(HEAD, js="setTimeout('go()', 10)")),
    "location.href": ("leaves", made(HEAD, js="location.href = '#' + next")),
    "location": ("leaves", made(HEAD, js="window.location = next")),
    "reload": ("leaves", made(HEAD, js="document.location.reload()")),
    "window.open": ("leaves", made(HEAD, js="window.open(next)")),
    "the frame": ("leaves", made(HEAD, js="window.parent.postMessage(1, '*')")),
    "top": ("leaves", made(HEAD, js="top.location = next")),
    "a handler that leaves": ("leaves", made(f"{HEAD}<button onclick=\"location.assign('#x')\">Go</button>")),
    "a target": ("leaves", made(f'{HEAD}<a href="#x" target="_blank">x</a>')),
    "localStorage": ("stores", made(HEAD, js="localStorage.setItem('n', 1)")),
    "cookie": ("stores", made(HEAD, js="document.cookie = 'a=1'")),
    "alert": ("dialog", made(HEAD, js="if (done) alert('Well done')")),
    "print": ("dialog", made(f'{HEAD}<button onclick="window.print()">Print</button>')),
    "a link": ("url", made(f'{HEAD}<a href="https://example.org">more</a>')),
    "a link without scheme": ("url", made(f'{HEAD}<a href="//example.org">more</a>')),
    "a link in disguise": ("url", made(f'{HEAD}<a href="&#104;tt\tps://example.org">more</a>')),
    "a script as link": ("url", made(f'{HEAD}<a href="java\nscript:go()">more</a>')),
    "another file": ("url", made(f'{HEAD}<a href="page2.html">more</a>')),
    "a page as data": ("url", made(f'{HEAD}<a href="data:text/html,hi">more</a>')),
    "a picture": ("url", made(f'{HEAD}<img alt="" src="https://example.org/a.png">')),
    "a set of pictures": ("url", made(f'{HEAD}<img alt="" srcset="https://example.org/a.png 2x">')),
    "svg that points out": ("url", made(f'{HEAD}<svg><use xlink:href="https://example.org/a.svg#b"/></svg>')),
    "an address in a script": ("url", made(HEAD, js="img.src = 'https://example.org/a.png'")),
    "markup in a script": ("url", made(HEAD, js="box.innerHTML = '<img src=//example.org/a.png>'")),
    "url()": ("style_url", made(HEAD, css="body { background: url(https://example.org/a.png) }")),
    "url() in escapes": ("style_url", made(HEAD, css="body { background: u\\72l('//example.org/a') }")),
    "url() with a comment": ("style_url", made(HEAD, css="@im/**/port 'x'; i { background:url( /*x*/ '//e.org')}")),
    "@import": ("style_url", made(HEAD, css="@import 'https://example.org/a.css';")),
    "image-set": ("style_url", made(HEAD, css="p { background: image-set('//example.org/a.png' 1x) }")),
    "stolen by a selector": (
        "style_url",
        made(HEAD, css='input[value^="a"] { background-image: url(//example.org/?a) }'),
    ),
    "url() in an attribute": ("style_url", made(f'{HEAD}<p style="background:url(//example.org/a)">x</p>')),
    "a form": ("element", made(f"{HEAD}<form><input></form>")),
    "a frame": ("element", made(f"{HEAD}<iframe></iframe>")),
    "an object": ("element", made(f"{HEAD}<object></object>")),
    "embed": ("element", made(f"{HEAD}<embed>")),
    "a base": ("element", written(f'{HEAD}<base href="#">')),
    "a link element": ("element", written(f'{HEAD}<link rel="stylesheet" href="a.css">')),
    "a map of imports": ("element", written(f'{HEAD}<script type="importmap">{{}}</script>')),
    "a refresh": ("meta", written(f'{HEAD}<meta http-equiv="refresh" content="0;url=https://example.org">')),
    "no policy": ("no_policy", written(HEAD, policy=None)),
    "a policy too late": ("no_policy", written(f'{HEAD}<meta http-equiv="Content-Security-Policy">', policy=None)),
    "a weak policy": ("weak_policy", written(HEAD, policy="default-src *")),
    "a policy with a hole": ("weak_policy", written(HEAD, policy=f"{POLICY}; frame-src https:")),
    "a policy for forms": ("weak_policy", written(HEAD, policy="default-src 'none'; base-uri 'none'")),
    "no title": ("no_title", written(HEAD, head="")),
    "a blank title": ("no_title", written(HEAD, head="<title> </title>")),
    "a tag that hides": ("markup", written(f"{HEAD}<textarea><img src=x></textarea>")),
    "a comment without end": ("markup", written(f"{HEAD}<!-- ")),
    "a script that hides its end": ("markup", written(f"{HEAD}<script>'<!--<script>'</script>")),
    "a tag behind a comment": (
        "markup",
        written(f"{HEAD}<noscript><!-- </noscript><img src=//example.org/a alt=''> --></noscript>"),
    ),
    "two of one id": ("twice", made(f'{HEAD}<p id="a">1</p><p id="a">2</p>')),
    "an id that is not there": ("no_such_id", made(HEAD, js="document.getElementById('score').textContent = 1")),
    "an id in a selector": ("no_such_id", made(HEAD, js="document.querySelector('#score li')")),
    "a section left out": (
        "section",
        build_page(PageParts(title="A page", html=HEAD, js=PLAY, sections=(PageSection(id="game"),))),
    ),
    "a section twice": (
        "section",
        build_page(
            PageParts(title="A page", html="<p id=a>1</p><p id=a>2</p>", js=PLAY, sections=(PageSection(id="a"),))
        ),
    ),
    "an error in the syntax": ("syntax", made(HEAD, js="const a = ;")),
    "an error in a handler": ("syntax", made(f'{HEAD}<button onclick="go(">Go</button>')),
    "an apology": ("syntax", made(HEAD, js="Sorry, I cannot write this.")),
    "a button without a script": ("no_script", made(f"{HEAD}<button>Start</button>")),
    "a button and only a remark": ("no_script", made(f"{HEAD}<button>Start</button>", js="// to be written")),
    "a plan without a script": (
        "no_script",
        build_page(PageParts(title="A page", html="<p id=a>1</p>", js="\n", sections=(PageSection(id="a"),))),
    ),
    "no visible content": ("empty", made("<div>  </div>")),
}
"""By name: what is wrong can be read."""

RUN: Final[dict[str, tuple[str, Draft]]] = {
    "an error at once": ("console", made(HEAD, js="start();")),
    "an error on click": ("console", made(f'{HEAD}<button onclick="go()">Go</button>')),
    "a promise that fails": ("console", made(HEAD, js="Promise.reject(new Error('lost'))")),
    "an error later": ("console", made(HEAD, js="setTimeout(() => { null.x; }, 20)")),
    "a picture in disguise": ("request", made(HEAD, js="const i = new Image(); i.src = 'ht' + 'tps://e.org/a.png'")),
    "fetch in disguise": ("request", made(HEAD, js="window['fe' + 'tch']('ht' + 'tp://e.org')")),
    "a style sheet in disguise": (
        "console",
        made(HEAD, js="const l = document.createElement('li' + 'nk'); l.rel = 'stylesheet'; l.href = '/' + '/e.org/a';"
             "document.head.append(l)"),
    ),
    "leaves in disguise": ("left", made(HEAD, js="window['loca' + 'tion'] = 'ht' + 'tps://e.org'")),
    "leaves a little later": (
        "left",
        made(HEAD, js="setTimeout(() => { self['loca' + 'tion'] = 'ht' + 'tps://e.org'; }, 9)"),
    ),
    "a popup in disguise": ("console", made(f"{HEAD}<button onclick=\"self['op' + 'en']('about:blank')\">o</button>")),
    "nothing but white on white": ("blank", made("<p>Hello</p>", css="p { color: #fff }")),
    "everything hidden": ("blank", made(f"<div hidden>{HEAD}</div>")),
    "content that never comes": ("blank", made("<div id=app></div>", js="const app = document.getElementById('app');")),
    "too wide for a phone": ("overflow", made(f"{HEAD}<div style='width: 700px; background: teal'>x</div>")),
    "too wide for any screen": ("overflow", made(HEAD, css="h1 { width: 2000px }")),
    "a table that is too wide": (
        "overflow",
        made(f"{HEAD}<table><tr>{'<td>uninterrupted</td>' * 12}</tr></table>"),
    ),
    "a dead button": ("dead", made(f"{HEAD}<button>Start</button>", js=PLAY)),
    "a dead button among living ones": (
        "dead",
        made(f"{HEAD}<button onclick='this.textContent += 1'>A</button><button>Dead</button>"),
    ),
    "a dead button on a page that moves": (
        "dead",
        made("<h1 id='c'>0</h1><button>Dead</button>",
             js="let n = 0; setInterval(() => { document.getElementById('c').textContent = ++n; }, 15)"),
    ),
    "a dead button beside a chart": ("dead", made(
        f"{HEAD}<button>Next</button><div><canvas id=c></canvas></div>",
        js="new Chart(document.getElementById('c'), { type: 'line',"
        " data: { labels: ['a', 'b'], datasets: [{ data: [1, 2] }] } });",
    )),
    "a formula wider than a phone": ("overflow", made(
        f"{HEAD}<p style='white-space: nowrap'>$" + "x_1 + " * 40 + "y$</p>"
    )),
    "a dead slider": ("dead", made(f"{HEAD}<input type=range aria-label=Speed>")),
    "a dead list": ("dead", made(f"{HEAD}<select aria-label=Kind><option>a<option>b</select>", js=PLAY)),
    "an endless loop": ("hangs", made(HEAD, js="while (true) {}")),
    "an endless loop on click": ("hangs", made(f"{HEAD}<button onclick='for (;;) {{}}'>Spin</button>")),
    "an endless chain": ("hangs", made(HEAD, js="const go = () => Promise.resolve().then(go); go()")),
    "memory without end": (
        "crashed",
        made(HEAD, js="const a = []; for (;;) a.push(new Array(1e7).fill(a.length + 0.5))"),
    ),
}  # fmt: skip
"""By name: what is wrong shows when the page runs; most of it cannot be read."""

GOOD: Final[dict[str, Draft]] = {
    "a counter": made(
        f"{HEAD}<button id=up>Up</button><button id=zero>Zero</button><output id=n>0</output>",
        js="let n = 0; const out = document.getElementById('n');"
        "document.getElementById('up').onclick = () => { out.textContent = ++n; };"
        "document.getElementById('zero').onclick = () => { n = 0; out.textContent = n; };",
    ),
    "words that only sound bad": made(
        "<h1>How the web fetches a page</h1><p>A browser may fetch https://example.org over a WebSocket.</p>",
        js="// fetch(this) with XMLHttpRequest, then alert()\nconst words = ['go fetch (the ball)', \"eval(x)\","
        " `a WebSocket, ${1 + 1} alert()`]; const prompt = (x) => x; prompt('mine');"
        " const o = { confirm(x) { return x; } }; o.confirm(words);"
        " { const location = 'Paris'; words.push(location); }"
        " const half = words.length / 2; const re = /fetch\\(['\"]/;"
        " re.test(words[0]); const s = half / 2 + ' / fetch(';",
    ),
    "tabs": made(
        f"{HEAD}<div role=tablist><button role=tab data-n=1>One</button><button role=tab data-n=2>Two</button></div>"
        "<p id=p>1</p>",
        js="document.querySelectorAll('[role=tab]').forEach((t) => t.addEventListener('click', () => {"
        " document.getElementById('p').textContent = t.dataset.n; }))",
    ),
    "a canvas": made(
        "<canvas id=c width=300 height=150></canvas><input id=r type=range aria-label=Size>",
        js="const c = document.getElementById('c').getContext('2d'), r = document.getElementById('r');"
        "const draw = () => { c.clearRect(0, 0, 300, 150); c.fillRect(10, 10, r.value, 50); };"
        "r.oninput = draw; draw();",
    ),
    "an animated canvas": made(
        "<canvas id=c width=300 height=150></canvas><button id=b>Faster</button>",
        js="const c = document.getElementById('c').getContext('2d'); let x = 0, v = 1;"
        "document.getElementById('b').onclick = () => { v += 1; };"
        "(function step() { x = (x + v) % 300; c.clearRect(0, 0, 300, 150); c.fillRect(x, 20, 40, 40);"
        " requestAnimationFrame(step); })();",
    ),
    "a list that a button reads": made(
        f"{HEAD}<select id=s aria-label=Kind><option>a<option>b</select><button id=b>Check</button><p id=p></p>",
        js="document.getElementById('b').onclick = () => {"
        " document.getElementById('p').textContent += document.getElementById('s').value; }",
    ),
    "words for those without scripts": written(f"{HEAD}<noscript><p>Please allow scripts.</p></noscript>"),
    "details": made(f"{HEAD}<details><summary>More</summary><p>It freezes too.</p></details>"),
    "an answer to check": made(
        f"{HEAD}<label for=a>3 + 4 =</label> <input id=a type=number>"
        "<button id=ok type=button>Check</button><p id=s role=status></p>",
        js="document.getElementById('ok').addEventListener('click', () => {"
        " const v = document.getElementById('a').value;"
        " document.getElementById('s').textContent = v === '7' ? 'Right' : 'Not ' + v; });",
    ),
    "made by its script": made(
        "<main id=app></main>",
        js="const app = document.getElementById('app'); app.innerHTML = `<h2>Planets</h2><ul id='list'></ul>`;"
        "['Mars', 'Venus'].forEach((p, i) => { const li = document.createElement('li'); li.id = 'planet-' + i;"
        " li.textContent = p; document.getElementById('list').append(li); });"
        "document.getElementById('planet-1').style.color = 'darkred';",
    ),
    "a wide table that scrolls by itself": made(
        f"{HEAD}<div style='overflow-x: auto'><table><tr>{'<td>uninterrupted</td>' * 12}</tr></table></div>"
    ),
    "links inside": made(
        f"{HEAD}<nav><a href='#end'>To the end</a></nav><div style='height: 1500px'></div><p id=end>End</p>"
    ),
    "svg and colours": made(
        "<svg viewBox='0 0 100 40' width=300 role=img><title>A wave</title>"
        "<path d='M0 20 Q25 0 50 20' fill='none' stroke='navy'/></svg>",
        css="svg { background: linear-gradient(white, azure) } p::before { content: '\\201C' }"
        " i { background: url(data:image/png;base64,AAAA) }",
    ),
    "formulas": made(
        "<h1>Sums</h1><p>With $n = 3$ it is \\(\\frac{n(n+1)}{2}\\), for $2 or $3 each.</p>"
        "<p>\\[\\begin{pmatrix} 1 &amp; 2 \\\\ 3 &amp; 4 \\end{pmatrix} \\in \\mathbb{R}^{2 \\times 2}\\]</p>"
        "<pre>$x^2$ is how it is written</pre>"
        "<p>$$" + "x_1 + " * 40 + "y$$</p>",
    ),
    "formulas written by a script": made(
        f"{HEAD}<button id=b type=button>Next</button><p id=p></p>",
        js="let n = 0; const p = document.getElementById('p');"
        "document.getElementById('b').onclick = () => {"
        " n += 1; p.textContent = `Now $x^{` + n + `}$ and \\\\(\\\\sqrt{2}\\\\)`; };",
    ),
    "a formula by the name of the library": made(
        "<h1>Area</h1><p id=a></p>",
        js="katex.render('\\\\pi r^2', document.getElementById('a')); renderMathInElement(document.body);",
    ),
    "a chart": made(
        "<h1>Rain</h1><button id=b type=button>Another year</button>"
        "<div style='max-width: 600px'><canvas id=c role=img aria-label='Rain by month'></canvas></div>",
        css="body { background: #111; color: #eee }",
        js="const chart = new Chart(document.getElementById('c'), { type: 'bar', data: { labels: ['May', '六月'],"
        " datasets: [{ label: 'mm', data: [80, 120] }] } });"
        "document.getElementById('b').onclick = () => {"
        " chart.data.datasets[0].data = chart.data.datasets[0].data.map((n) => 200 - n); chart.update(); };",
    ),
    "a chart of its own": made(
        "<h1>Rain</h1><canvas id=c width=300 height=100></canvas>",
        js="class Chart { constructor(c) { c.getContext('2d').fillRect(5, 5, 90, 40); } }"
        "new Chart(document.getElementById('c'));",
    ),
    "a list of prices": made("<h1>Prices</h1><ul><li>Tea $3.50</li><li>Cake from $4 to $6, or 5$</li></ul>"),
    "dark": made(HEAD, css="body { background: #111; color: #eee }"),
}  # fmt: skip
"""By name: nothing is wrong with them."""
