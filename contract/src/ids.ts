import { z } from 'zod'

/** Any row's id: a uuid; ours are version 7, so they sort by time. */
export const Id = z.uuid().toLowerCase()
export type Id = string

/** A moment as ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
