// HTML of public pages, written as template strings. A page of React is three times slower to render and would need a
// build step in the server.

/** Markup that is safe to insert as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** What a template may contain: text is escaped, markup is kept, lists are joined, and nothing stands for absent parts. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[]

/** Writes markup; every value is escaped unless it is markup itself. Attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = parts[0] ?? ''
  values.forEach((value, index) => (text += written(value) + (parts[index + 1] ?? '')))
  return new Html(text)
}

function written(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(written).join('')
  return escaped(String(value))
}

/** Escapes text for markup and quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
