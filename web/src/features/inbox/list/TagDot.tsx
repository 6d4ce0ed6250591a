import type { TagColor } from '@crewline/contract/tags'
import classes from './Choices.module.css'

/** The color of a tag; decorative, so the name must be next to it. */
export function TagDot({ color }: { color: TagColor }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}
