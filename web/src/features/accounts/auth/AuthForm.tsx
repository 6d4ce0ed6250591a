import type { ReactNode } from 'react'
import { FormSummary, type FormSummaryProps } from '../../../shared/ui/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { AuthCard, type AuthCardProps } from './AuthCard.tsx'
import classes from './AuthCard.module.css'

export interface AuthFormProps extends AuthCardProps {
  /** What `useApiForm` gives. */
  sending: {
    isSending: boolean
    onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void
    summary: FormSummaryProps
  }
  /** The verb on the one filled button. */
  verb: string
  /** What stands between title and form. */
  note?: ReactNode
  /** The quiet links under the button. */
  links?: ReactNode
}

/** A card with one form: what stops it at the top, the fields, one button, quiet links. */
export function AuthForm({ sending, verb, note, links, children, ...card }: AuthFormProps) {
  const { isSending, onSubmit, summary } = sending
  return (
    <AuthCard {...card}>
      {note}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <FormSummary {...summary} />
        {children}
        <div className={classes.submit}>
          <SubmitButton fullWidth size="md" isSending={isSending}>
            {verb}
          </SubmitButton>
        </div>
      </form>
      {links && <div className={classes.links}>{links}</div>}
    </AuthCard>
  )
}
