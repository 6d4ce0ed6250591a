// The blocks that offer something: a file, a video, a form, a poll, an event. Nothing of another site is loaded.
import type { Block } from '@crewline/contract/blocks'
import { callHref, isSafeHref, mailHref } from '@crewline/contract/block-rules'
import { formatDate, formatNumber } from '@crewline/contract/formats'
import { instantOf } from '@crewline/contract/schedule-rules'
import { html, type HtmlValue } from './html.ts'

/** What the blocks say in the language of the page; `{site}` and `{count}` stand for values. */
export interface CardWords {
  watchAt: string
  addToCalendar: string
  answer: string
  andMore: string
}

/** A question that is answered on the page, and where the answer goes. */
export interface PagePoll {
  action: string
  /** The issue whose reader answers, and the mark of a personal link; empty where there is none. */
  issue: string
  mark: string
  version: number
  questionId: string
  question: string
  help: string
  isRequired: boolean
  isMany: boolean
  choices: { value: string; label: string }[]
}

/** A file of the page. */
export interface PageFile {
  src: string
  name: string
  mime: string
  bytes: number
}

/** What cards need of the page that shows them. */
export interface CardPlaces {
  /** The language of the page, as BCP 47. */
  language: string
  words: CardWords
  /** Returns a file or a video; undefined for one that does not exist, which is left out. */
  fileOf: (fileId: string) => PageFile | undefined
  /** Returns a form that takes answers now, with its title; others are left out. */
  formOf: (formId: string) => { href: string; title: string } | undefined
  /** Returns the question of a form that takes answers now; others are left out. */
  pollOf: (formId: string) => PagePoll | undefined
  /** Returns the address of the calendar file of an event; undefined where there is none, as in a preview. */
  calendarOf: (blockId: string) => string | undefined
  /** Returns the people whom a block of celebrations names, soonest first, and how many more there are. */
  celebratedOf: (block: Of<'celebrations'>) => { people: readonly CelebratedPerson[]; more: number }
}

/** A person who is celebrated: their name, what for, and on which day. */
export interface CelebratedPerson {
  name: string
  what: string
  day: string
}

type Of<Type extends Block['type']> = Extract<Block, { type: Type }>

/** The style of cards. */
export const CARD_STYLE = `.card{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
.card p{margin:0}
.card a{display:inline-block;padding-block:.375rem;font-weight:600}
.card b{display:block;font-size:1.125rem}
.poll fieldset{border:0;margin:0;padding:0;min-inline-size:0}
.poll legend{font-weight:600;padding:0}
.poll label{display:grid;grid-template-columns:auto 1fr;gap:.75rem;align-items:center;min-height:3rem;margin:.375rem 0 0;padding:.5rem .75rem;font-weight:400;border:1px solid var(--line);border-radius:.5rem}
.poll input{inline-size:1.5rem;block-size:1.5rem;margin:0}
.card .people{list-style:none;padding:0;margin:0}
.card .people b{display:inline;font-size:inherit}
.card video{display:block;inline-size:100%;max-block-size:80vh;margin-block-start:.5rem;border-radius:.375rem;background:#000}
`

const KB = 1024

/** Formats a size in bytes: "620 KB", "1.4 MB". */
function sizeOf(bytes: number, language: string): string {
  const isLarge = bytes >= KB * KB
  return formatNumber(isLarge ? bytes / KB / KB : Math.max(1, bytes / KB), language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
}

/** Returns the type of a file as people call it: the ending of its name. */
function typeOf({ name, mime }: PageFile): string {
  return (/\.([a-z0-9]{2,4})$/i.exec(name)?.[1] ?? mime.replace(/^.*\//, '')).toUpperCase()
}

/** A file with its name, type and size. */
export function fileCard(block: Of<'file'>, { fileOf, language }: CardPlaces): HtmlValue {
  const file = fileOf(block.fileId)
  return (
    file &&
    html`<div class="card">
      <p><a href="${file.src}" download="${file.name}" dir="auto">${block.label || file.name}</a></p>
      <p class="soft">${typeOf(file)}, ${sizeOf(file.bytes, language)}</p>
    </div>`
  )
}

/** An uploaded video plays when it is asked to; a video elsewhere is a link that names its site. */
export function videoCard(block: Of<'video'>, places: CardPlaces, target: (href: string) => string): HtmlValue {
  const { fileOf, language, words } = places
  if (block.fileId !== null) {
    const file = fileOf(block.fileId)
    return (
      file &&
      html`<div class="card">
        <p dir="auto">${block.label}</p>
        <video controls preload="none" playsinline src="${file.src}" aria-label="${block.label}"></video>
        <p class="soft">${typeOf(file)}, ${sizeOf(file.bytes, language)}</p>
      </div>`
    )
  }
  if (!/^https?:/i.test(block.href) || !isSafeHref(block.href)) return undefined
  const site = new URL(block.href).hostname.replace(/^www\./, '')
  return html`<div class="card">
    <p><b dir="auto">${block.label}</b></p>
    <p><a href="${target(block.href)}" rel="noreferrer">${words.watchAt.replace('{site}', site)}</a></p>
  </div>`
}

/** A form as a button. */
export function formCard(block: Of<'form'>, { formOf }: CardPlaces, target: (href: string) => string): HtmlValue {
  const form = block.formId === null ? undefined : formOf(block.formId)
  return form && html`<p class="action"><a href="${target(form.href)}" dir="auto">${block.label || form.title}</a></p>`
}

/** Returns the name of a poll on its page, by the address that takes its answers; the page after an answer leads there. */
export function pollAnchor(action: string): string {
  return `poll-${action.split('?')[0]?.split('/').at(-1) ?? ''}`
}

/** A question with its choices; the page of its form thanks for the answer. */
export function pollCard(block: Of<'poll'>, { pollOf, words }: CardPlaces): HtmlValue {
  const poll = block.formId === null ? undefined : pollOf(block.formId)
  if (!poll) return undefined
  const { action, issue, mark, version, questionId, question, help, isRequired, isMany, choices } = poll
  return html`<form class="card poll" method="post" action="${action}" id="${pollAnchor(action)}">
    <input type="hidden" name="version" value="${version}" />
    <input type="hidden" name="page" value="0" />
    <input type="hidden" name="from" value="public" />
    <input type="hidden" name="n" value="" />
    <input type="hidden" name="issue" value="${issue}" />
    ${mark !== '' && html`<input type="hidden" name="p" value="${mark}" />`}
    <p class="trap" aria-hidden="true"><input type="text" name="website" tabindex="-1" autocomplete="off" /></p>
    <fieldset>
      <legend dir="auto">${question}</legend>
      ${help !== '' && html`<p class="soft" dir="auto">${help}</p>`}
      ${choices.map(
        ({ value, label }) =>
          html`<label>
            <input
              type="${isMany ? 'checkbox' : 'radio'}"
              name="a.${questionId}"
              value="${value}"
              ${isRequired && !isMany && html`required`}
            />
            <span dir="auto">${label}</span>
          </label>`,
      )}
    </fieldset>
    <button name="go" value="next">${words.answer}</button>
  </form>`
}

/** A person whom readers can call or write to. */
export function contactCard({ name, role, phone, email }: Of<'contact'>): HtmlValue {
  const [call, mail] = [callHref(phone), mailHref(email)]
  if (name === '' || !(call ?? mail)) return undefined
  return html`<div class="card">
    <p><b dir="auto">${name}</b></p>
    ${role !== '' && html`<p class="soft" dir="auto">${role}</p>`}
    ${call && html`<p><a href="${call}" dir="ltr">${phone}</a></p>`}
    ${mail && html`<p><a href="${mail}" dir="ltr">${email}</a></p>`}
  </div>`
}

/** An event on the clock of its place, with a file for the calendar of the reader. */
export function eventCard(block: Of<'event'>, { language, words, calendarOf }: CardPlaces): HtmlValue {
  if (block.title === '' || block.startsAt === '') return undefined
  const { timezone } = block
  const starts = instantOf(block.startsAt, timezone)
  const ends = block.endsAt === '' ? undefined : instantOf(block.endsAt, timezone)
  const calendar = calendarOf(block.id)
  const isOneDay = block.endsAt.slice(0, 10) === block.startsAt.slice(0, 10)
  return html`<div class="card">
    <p><b dir="auto">${block.title}</b></p>
    <p><time datetime="${starts.toISOString()}">${formatDate(starts, 'fullWithZone', language, timezone)}</time></p>
    ${
      ends &&
      html`<p>
        –
        <time datetime="${ends.toISOString()}"
          >${formatDate(ends, isOneDay ? 'time' : 'fullWithZone', language, timezone)}</time
        >
      </p>`
    }
    ${block.place !== '' && html`<p dir="auto">${block.place}</p>`}
    ${calendar !== undefined && html`<p><a href="${calendar}">${words.addToCalendar}</a></p>`}
  </div>`
}

/** The people who are celebrated soon; nothing when there is none. */
export function celebrationsCard(block: Of<'celebrations'>, { language, words, celebratedOf }: CardPlaces): HtmlValue {
  const { people, more } = celebratedOf(block)
  return (
    people.length > 0 &&
    html`<div class="card">
      <ul class="people">
        ${people.map(
          ({ name, what, day }) =>
            html`<li>
              <b dir="auto">${name}</b>
              <span class="soft"
                >${what},
                <time datetime="${day}">${formatDate(`${day}T00:00:00Z`, 'weekdayDay', language, 'UTC')}</time></span
              >
            </li>`,
        )}
      </ul>
      ${more > 0 && html`<p class="soft">${words.andMore.replace('{count}', formatNumber(more, language))}</p>`}
    </div>`
  )
}
