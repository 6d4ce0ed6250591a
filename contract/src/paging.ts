import { z } from 'zod'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts'

/** Query fields of every list: a 1-based page of at most 200 rows, or the opaque cursor from the previous page. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
  cursor: z.string().max(600).optional(),
}

/** Builds the reply fields of every list; `nextCursor` is absent on the last page. */
export function pageOf<T extends z.ZodType>(row: T) {
  return {
    data: z.array(row),
    page: z.number().int(),
    pageSize: z.number().int(),
    nextCursor: z.string().optional(),
  }
}

/** Builds a schema for a query parameter that may be repeated; it is always parsed as a list. */
export function repeated<T extends z.ZodType>(item: T, most: number) {
  return z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(most),
  )
}
