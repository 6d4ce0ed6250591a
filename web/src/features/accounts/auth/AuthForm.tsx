import type { ReactNode } from 'react'
import { FormSummary, type FormSummaryProps } from '../../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { AuthCard, type AuthCardProps } from './AuthCard.tsx'
import classes from './AuthCard.module.css'

export interface AuthFormProps extends AuthCardProps {
  /** The result of `useApiForm`. */
  sending: {
    isSending: boolean
    onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void
    summary: FormSummaryProps
  }
  /** The label of the one filled button. */
  verb: string
  /** Shown between title and form. */
  note?: ReactNode
  /** The links under the button. */
  links?: ReactNode
}

/** Renders a card with one form: error summary, fields, one button, links. */
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
