/** Returns the SQL in lower case, without comments and quoted content. */
export function plainSql(text: string): string {
  return text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
}

export interface CreatedTable {
  name: string
  /** The text between the parentheses. */
  columns: string
  /** True for a partition, which shares the policies and the owner of its table. */
  isPartition: boolean
}

/** Lists the tables that a migration creates, in order. */
export function createdTables(sql: string): CreatedTable[] {
  const plain = plainSql(sql)
  return [
    ...plain.matchAll(
      /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?"?(\w+)"?\s*(partition\s+of)?/g,
    ),
  ].map((match) => {
    const open = plain.indexOf('(', match.index + match[0].length)
    return {
      name: match[1] ?? '',
      columns: match[2] ? '' : plain.slice(open + 1, closing(plain, open)),
      isPartition: match[2] !== undefined,
    }
  })
}

/** Lists the tables that SQL in code inserts into, updates, deletes from, truncates or merges into. */
export function writtenTables(sql: string): string[] {
  const plain = plainSql(sql)
  const matches = [
    ...plain.matchAll(
      /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:\w+\.)?"?(\w+)"?/g,
    ),
    ...plain.matchAll(/\bupdate\s+(?:only\s+)?(?:\w+\.)?"?(\w+)"?(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b/g),
  ]
  return matches.map((match) => match[1] ?? '')
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
