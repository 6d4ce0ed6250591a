/** Pasted emails, separated into valid ones, each once, and invalid text. */
export interface ReadEmails {
  emails: string[]
  invalid: string[]
}

/** Extracts emails from pasted text: lines, commas, semicolons, tabs, or "Ana Ruiz <ana@company.com>". */
export function readEmails(text: string): ReadEmails {
  const bare = text.replaceAll(/"[^"]*"/g, ' ').replaceAll(/[^<>,;\n\t]*<([^<>]*)>/g, ' $1 ')
  const emails = new Set<string>()
  const invalid = new Set<string>()
  for (const part of bare.split(/[\s,;]+/)) {
    const email = part.replace(/^mailto:/i, '').toLowerCase()
    if (email === '') continue
    if (/^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]{2,}$/.test(email)) emails.add(email)
    else invalid.add(part)
  }
  return { emails: [...emails], invalid: [...invalid] }
}
