import type { ComponentPropsWithRef } from 'react'
import classes from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'type'> {
  isSmall?: boolean
  /** What it stands for is set. */
  isOn?: boolean
}

/** A quiet button that is an icon and nothing else; give it an `aria-label`. For parts that are built anew on each press: the library's costs several times as much. */
export function IconButton({ isSmall, isOn, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`mantine-focus-auto mantine-active ${classes.button}`}
      data-small={isSmall || undefined}
      data-on={isOn || undefined}
      {...rest}
    />
  )
}
