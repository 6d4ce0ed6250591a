/** The statement text without comments and without what stands in quotes, in lower case. */
export function plainSql(text: string): string {
  return text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
}

export interface CreatedTable {
  name: string
  /** What stands between the parentheses. */
  columns: string
  /** True when it is a part of another table and shares that table's policies and owner. */
  isPartition: boolean
}

/** The tables that a migration creates, in order. */
export function createdTables(sql: string): CreatedTable[] {
  const plain = plainSql(sql)
  return [
    ...plain.matchAll(
      /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?"?(\w+)"?\s*(partition\s+of)?/g,
    ),
  ].map((found) => {
    const open = plain.indexOf('(', found.index + found[0].length)
    return {
      name: found[1] ?? '',
      columns: found[2] ? '' : plain.slice(open + 1, closing(plain, open)),
      isPartition: found[2] !== undefined,
    }
  })
}

/** The tables that a piece of SQL in code inserts into, changes, empties or merges into. */
export function writtenTables(sql: string): string[] {
  const plain = plainSql(sql)
  const found = [
    ...plain.matchAll(
      /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:\w+\.)?"?(\w+)"?/g,
    ),
    ...plain.matchAll(/\bupdate\s+(?:only\s+)?(?:\w+\.)?"?(\w+)"?(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b/g),
  ]
  return found.map((one) => one[1] ?? '')
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
