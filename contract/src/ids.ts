import { z } from 'zod'

/** The id of any row: a uuid; ours are version 7, so they sort by time. */
export const Id = z.uuid().toLowerCase()
export type Id = string

/** A point in time as ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
