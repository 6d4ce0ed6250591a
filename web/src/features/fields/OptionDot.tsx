import classes from './Fields.module.css'

/** The colours an option may have, as tags have them. */
export const optionColors = ['gray', 'blue', 'green', 'yellow', 'red', 'violet', 'teal', 'orange'] as const
export type OptionColor = (typeof optionColors)[number]

/** The colour of an option; decoration only, its label says it. */
export function OptionDot({ color }: { color: string }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}
