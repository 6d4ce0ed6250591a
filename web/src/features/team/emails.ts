/** E-mails as they were pasted, told apart: those that can be invited, each once, and what is none. */
export interface ReadEmails {
  emails: string[]
  wrong: string[]
}

/** Reads e-mails from anything people paste: lines, commas, semicolons, tabs, or "Ana Ruiz <ana@company.com>". */
export function readEmails(text: string): ReadEmails {
  const bare = text.replaceAll(/"[^"]*"/g, ' ').replaceAll(/[^<>,;\n\t]*<([^<>]*)>/g, ' $1 ')
  const emails = new Set<string>()
  const wrong = new Set<string>()
  for (const word of bare.split(/[\s,;]+/)) {
    const email = word.replace(/^mailto:/i, '').toLowerCase()
    if (email === '') continue
    if (/^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]{2,}$/.test(email)) emails.add(email)
    else wrong.add(word)
  }
  return { emails: [...emails], wrong: [...wrong] }
}
