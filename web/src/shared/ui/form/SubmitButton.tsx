import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface SubmitButtonProps extends Pick<
  ButtonProps,
  'fullWidth' | 'size' | 'color' | 'variant' | 'leftSection'
> {
  /** The verb of the form: "Log in", "Save". */
  children: ReactNode
  /** While true the button shows a spinner, keeps its width and ignores clicks. */
  isSending?: boolean
  /** Why the form cannot be sent yet; the button is disabled and the reason is its tooltip. */
  offBecause?: string
}

/** The one submit button of a form; its width never changes, because the label stays in place under the spinner. */
export function SubmitButton({ children, isSending = false, offBecause, ...buttonProps }: SubmitButtonProps) {
  return (
    <Button type="submit" loading={isSending} disabled={offBecause !== undefined} title={offBecause} {...buttonProps}>
      {children}
    </Button>
  )
}
