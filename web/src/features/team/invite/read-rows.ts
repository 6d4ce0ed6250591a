/** One row of a pasted list: an address, and the role that the line names. */
export interface PastedRow {
  email: string
  /** The key of the role; undefined when the line names none. */
  roleKey?: string
}

/**
 * Reads pasted text into rows, one for each address in its order, repeats included: lines, commas, semicolons, tabs, or
 * "Ana Ruiz <ana@company.com>". A part that is the name of a role belongs to the address before it, and the first line
 * may be a heading. Other words on a line with an address, such as names, are left out.
 */
export function readRows(text: string, roleKeyOf: (name: string) => string | undefined): PastedRow[] {
  return text.split(/\r?\n/).flatMap((line, nth) => {
    const rows = rowsOf(line, roleKeyOf)
    const isHeading = nth === 0 && rows.every(({ email }) => !email.includes('@')) && /\b(e-?mail|correo)\b/i.test(line)
    return isHeading ? [] : rows
  })
}

function rowsOf(line: string, roleKeyOf: (name: string) => string | undefined): PastedRow[] {
  const bare = line.replaceAll(/"([^"]*)"/g, (_, quoted: string) => quoted.replaceAll(/[,;]/g, ' '))
  const parts = bare
    .replaceAll(/[^<>,;\t]*<([^<>]*)>/g, ' $1 ')
    .split(/[,;\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const rows: PastedRow[] = []
  const words: string[] = []
  for (const part of parts) {
    const last = rows.at(-1)
    const roleKey = part.includes('@') ? undefined : roleKeyOf(part)
    if (roleKey !== undefined && last) last.roleKey = roleKey
    else
      for (const word of part.split(/\s+/)) {
        if (word.includes('@')) rows.push({ email: word.replace(/^mailto:/i, '').toLowerCase() })
        else words.push(word)
      }
  }
  return rows.length > 0 ? rows : words.map((email) => ({ email }))
}
