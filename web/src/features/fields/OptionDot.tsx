import classes from './Fields.module.css'

/** The colors of options, the same as those of tags. */
export const optionColors = ['gray', 'blue', 'green', 'yellow', 'red', 'violet', 'teal', 'orange'] as const
export type OptionColor = (typeof optionColors)[number]

/** Shows the color of an option; decorative only, because the label carries the meaning. */
export function OptionDot({ color }: { color: string }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}
