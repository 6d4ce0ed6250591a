import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/** Marks a condition whose SQL text users make, such as the rules of a filter. */
const ONE_OFF = '/* one of many */'

/**
 * Marks SQL whose text users make. A statement that contains it is planned each time: as named statements such texts
 * would fill the memory of every connection and push out the ones that repeat.
 */
export function oneOff<T>(condition: RawBuilder<T>): RawBuilder<T> {
  return sql`${sql.raw(ONE_OFF)}${condition}`
}

/** Returns the name of a statement, or undefined when it is better planned each time. */
export type StatementNames = (text: string) => string | undefined

/** Keeps the most recently used entries. */
class Recent<V> {
  private readonly entries = new Map<string, V>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: string): V | undefined {
    const value = this.entries.get(key)
    if (value === undefined) return undefined
    this.entries.delete(key)
    this.entries.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.entries.set(key, value)
    const [oldest] = this.entries.keys()
    if (this.entries.size > this.most && oldest !== undefined) this.entries.delete(oldest)
  }

  delete(key: string): void {
    this.entries.delete(key)
  }
}

/**
 * Names statements by their text, because PostgreSQL plans a named statement once per connection. A text gets its name
 * when it is used a second time, and the texts that were not used for longest lose theirs, so that neither a burst of
 * generated SQL nor the order of a start decides which statements keep a plan.
 */
export function makeStatementNames(most = 1_000): StatementNames {
  const named = new Recent<string>(most)
  const seen = new Recent<true>(most)
  return (text) => {
    const existing = named.get(text)
    if (existing) return existing
    if (text.includes(ONE_OFF)) return undefined
    if (!seen.get(text)) {
      seen.set(text, true)
      return undefined
    }
    seen.delete(text)
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 16)
    named.set(text, name)
    return name
  }
}
