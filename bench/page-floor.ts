import type { Browser, Page } from '@playwright/test'

/** Rows of the list and bubbles of the thread that a screen shows at once. */
const ROWS = 20
const BUBBLES = 15
/** As far as the wheel turns. The bare page is not virtualized: only the browser scrolls. */
const LONG_LIST = 1_500
const LONG_THREAD = 2_100

/** Selectors for the actions on the bare page. */
export const BARE = {
  bubbles: '#thread > li',
  row: '#list > li',
  field: 'textarea',
  switch: '#switch',
  archive: '#archive',
  palette: 'dialog[open] input',
  longRow: '#long-list > li',
  longBubble: '#long-thread > li',
} as const

/**
 * Opens a page in the same browser and size with as many rows, bubbles and fields as the inbox, and only the few lines
 * of script that create them: the cost of an action on this machine, independent of our code.
 */
export async function openBare(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent(`<!doctype html><style>${STYLE}</style>
    <section class="panel"><button id="switch">Switch</button><button id="archive">Archive</button>
      <ul id="list" class="scroll"></ul></section>
    <section class="panel wide"><ol id="thread" class="scroll"></ol><textarea rows="1"></textarea></section>
    <dialog><input><ul></ul></dialog>`)
  await page.evaluate(fillBare, { rows: ROWS, bubbles: BUBBLES })
  return page
}

/** Opens the same page with a list and a thread as long as the wheel turns, without virtualization. */
export async function openBareLong(browser: Browser): Promise<Page> {
  const page = await openBare(browser)
  await page.evaluate(lengthenBare, { rows: LONG_LIST, bubbles: LONG_THREAD })
  return page
}

const STYLE = `
  body { margin: 0; display: flex; block-size: 100vh; font: 14px/20px sans-serif; }
  .panel { inline-size: 340px; display: flex; flex-direction: column; border-inline-end: 1px solid #dde; }
  .panel.wide { flex: 1; }
  .scroll { flex: 1; min-block-size: 0; overflow-y: auto; margin: 0; padding: 0; list-style: none; }
  #list > li, #long-list > li { position: relative; }
  a { display: flex; gap: 12px; align-items: center; block-size: 64px; padding-inline: 20px; border-block-end: 1px solid #dde; }
  a:hover { background: #f4f6f9; }
  a > i { flex: none; inline-size: 40px; block-size: 40px; border-radius: 50%; background: #cde; text-align: center; line-height: 40px; }
  a > span { flex: 1; min-inline-size: 0; } a b { display: block; }
  a em { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  #thread > li, #long-thread > li { display: flex; padding: 4px 16px; }
  li > p { max-inline-size: 70%; margin: 0; padding: 8px 12px; border-radius: 12px; background: #eef1f5; }
  li[data-side='out'] { justify-content: flex-end; } li[data-side='out'] > p { background: #dbe7ff; }
  textarea { margin: 12px 16px; padding: 8px; font: inherit; field-sizing: content; }`

/** Runs in the page: creates the rows, the bubbles and the click handlers. */
function fillBare({ rows, bubbles }: { rows: number; bubbles: number }): void {
  const find = (selector: string) => document.querySelector(selector) as HTMLElement
  let round = 0
  const rowOf = (nth: number) =>
    `<li><a data-nth="${nth}"><i>AW</i><span><b>Ana Worker${nth} <time>${nth % 60}m</time></b><em>Text of conversation ${nth}: see you at the north gate.</em></span></a></li>`
  const bubbleOf = (nth: number) =>
    `<li data-side="${nth % 2 ? 'in' : 'out'}"><p>Text ${nth} of conversation ${round}: see you at the north gate at six.<br><time>9:41 AM</time></p></li>`
  const repeatHtml = (count: number, render: (nth: number) => string) =>
    Array.from({ length: count }, (_, nth) => render(nth)).join('')
  const [list, thread, field] = [
    find('#list'),
    find('#thread'),
    document.querySelector('textarea') as HTMLTextAreaElement,
  ]
  const dialog = document.querySelector('dialog') as HTMLDialogElement
  const toEnd = () => {
    thread.scrollTop = thread.scrollHeight
  }
  list.innerHTML = repeatHtml(rows, rowOf)
  thread.innerHTML = repeatHtml(bubbles, bubbleOf)
  dialog.querySelector('ul')?.replaceChildren(...Array.from({ length: 12 }, () => document.createElement('li')))
  list.addEventListener('click', () => {
    round += 1
    thread.innerHTML = repeatHtml(bubbles, bubbleOf)
    toEnd()
  })
  find('#switch').addEventListener('click', () => {
    round += 1
    list.innerHTML = repeatHtml(rows, (nth) => rowOf(nth + round * rows))
  })
  find('#archive').addEventListener('click', () => list.children[2]?.remove())
  addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      thread.insertAdjacentHTML('beforeend', `<li data-side="out"><p></p></li>`)
      thread.lastElementChild?.firstElementChild?.append(field.value)
      field.value = ''
      toEnd()
    } else if (event.key === 'k' && event.ctrlKey) {
      event.preventDefault()
      dialog.showModal()
    }
  })
}

/** Runs in the page: copies its rows and bubbles into separate lists. */
function lengthenBare({ rows, bubbles }: { rows: number; bubbles: number }): void {
  for (const [id, count] of [
    ['list', rows],
    ['thread', bubbles],
  ] as const) {
    const short = document.getElementById(id)
    if (!short) continue
    const before = [...short.children]
    for (let nth = 0; nth < count; nth++) short.append(before[nth % before.length]?.cloneNode(true) as Node)
    short.id = `long-${id}`
    if (id === 'thread') short.scrollTop = short.scrollHeight
  }
}
