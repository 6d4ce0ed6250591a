import type { Tables } from './tables.gen.ts'

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/** Narrower types of some of these columns, such as the shape of a JSON column. */
type Narrowed<T extends keyof Tables, C extends keyof Tables[T], As> = Partial<Pick<Tables[T], C>> & {
  [K in Exclude<keyof As, C>]: never
}

/**
 * Some columns of a table as a query returns them, under their own names. `As` narrows columns whose type the database
 * does not know: `Row<'message', 'id' | 'media', { media: Attachment[] | null }>`.
 */
export type Row<T extends keyof Tables, C extends keyof Tables[T], As extends Narrowed<T, C, As> = object> = {
  [K in C]: K extends keyof As ? As[K] : Tables[T][K]
}

/** Some columns of a table that a query renames to camelCase: `select contact_id as "contactId"`. */
export type CamelRow<T extends keyof Tables, C extends keyof Tables[T], As extends Narrowed<T, C, As> = object> = {
  [K in C as Camel<K & string>]: K extends keyof As ? As[K] : Tables[T][K]
}
