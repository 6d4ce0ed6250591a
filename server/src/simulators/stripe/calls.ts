import type { Engine } from './engine.ts'
import { textOf, type Fields } from './form.ts'
import { listOf, type Customer } from './objects.ts'

/** A refusal in Stripe's envelope. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | undefined

  constructor(status: number, code: string, message: string, param?: string) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}

/** Answers a call with its fields and the parameters of its path. */
export type Handler = (fields: Fields, params: Record<string, string>) => unknown

/** What a part of the API is mounted with. */
export interface Mounts {
  get: (path: string, handler: Handler) => unknown
  post: (path: string, handler: Handler) => unknown
}

/** A field that a call must have. */
export function required(fields: Fields, name: string): string {
  const value = textOf(fields, name)
  if (value === undefined || value === '')
    throw new Refused(400, 'parameter_missing', `Missing required param: ${name}.`, name)
  return value
}

/** The customer that a call names. */
export function customerOf({ state }: Engine, fields: Fields): Customer {
  const id = required(fields, 'customer')
  return state.customers[id] ?? missing('customer', id)
}

/** Refuses a call about an object that does not exist. */
export function missing(kind: string, id: string): never {
  throw new Refused(404, 'resource_missing', `No such ${kind}: '${id}'`, 'id')
}

/** A page of a list, as its cursor and limit say. */
export function page<T extends { id: string }>(all: T[], fields: Fields) {
  const limit = Number(textOf(fields, 'limit') ?? 10)
  const after = textOf(fields, 'starting_after')
  const from = after ? all.findIndex((one) => one.id === after) + 1 : 0
  return listOf(all.slice(from, from + limit), '/v1/list', all.length > from + limit)
}
