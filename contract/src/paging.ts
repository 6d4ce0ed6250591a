import { z } from 'zod'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts'

/** Query fields of every list: 1-based page of at most 200 rows, or an opaque cursor from the page before. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
  cursor: z.string().max(600).optional(),
}

/** Reply fields of every list; `nextCursor` is absent on the last page. */
export function pageOf<T extends z.ZodType>(row: T) {
  return {
    data: z.array(row),
    page: z.number().int(),
    pageSize: z.number().int(),
    nextCursor: z.string().optional(),
  }
}

/** A query parameter that may be repeated, always read as a list. */
export function repeated<T extends z.ZodType>(one: T, most: number) {
  return z.preprocess(
    (given) => (given === undefined ? [] : Array.isArray(given) ? given : [given]),
    z.array(one).max(most),
  )
}
