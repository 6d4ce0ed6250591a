import type { TagColor } from '@crewline/contract/tags'
import classes from './Picks.module.css'

/** The colour of a tag; decoration only, the name must stand next to it. */
export function TagDot({ color }: { color: TagColor }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}
