import { randomBytes } from 'node:crypto'
import type { RouteHandlerMethod } from 'fastify'
import type { Fields } from './fields.ts'

/** An object of Trust Hub: an end user, an address, a document or a bundle. */
export interface TrustObject {
  sid: string
  account: string
  type: string
  attributes: Record<string, unknown>
  status: string
  assigned: string[]
}

/** Twilio's objects that are not submitted yet, and who is asking. A restart forgets objects, but no registration. */
export interface TrustHub {
  objects: Map<string, TrustObject>
  /** Serves an authorized request; 404 when the handler finds nothing. */
  serve: (work: (call: TrustCall) => Promise<object | undefined> | object | undefined) => RouteHandlerMethod
}

/** An authorized request. */
export interface TrustCall {
  account: string
  fields: Fields
  params: Record<string, string>
  query: Fields
}

/** Returns a new id with its prefix. */
export const newSid = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`

/** Returns a list as Twilio's newer interfaces do. */
export function listed(key: string, items: object[]): object {
  return { meta: { key, page: 0, page_size: 50, next_page_url: null, previous_page_url: null }, [key]: items }
}
