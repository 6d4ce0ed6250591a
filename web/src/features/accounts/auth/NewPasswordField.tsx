import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { PASSWORD_MAX, PASSWORD_MIN } from '@crewline/contract/limits'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { PasswordField, type PasswordFieldProps } from '../../../shared/ui/form/PasswordField.tsx'
import classes from './NewPasswordField.module.css'
import { isLongEnough, isOwnName, type PasswordOwner } from './password-rules.ts'

/** Returns a rule that checks a new password before it is sent; null when it passes. */
export function useNewPasswordRule(): (password: string) => string | null {
  const { t } = useLingui()
  return (password) => {
    if (!isLongEnough(password)) return t`Use at least ${PASSWORD_MIN} characters.`
    return Array.from(password).length > PASSWORD_MAX ? t`Use ${PASSWORD_MAX} characters or fewer.` : null
  }
}

function Rule({ isMet, children }: { isMet: boolean; children: ReactNode }) {
  const IconComponent = isMet ? IconCheck : IconPoint
  return (
    <li data-met={isMet || undefined}>
      <IconComponent size={16} stroke={1.75} aria-hidden />
      {children}
      <VisuallyHidden>{isMet ? <Trans>Done</Trans> : <Trans>Not yet</Trans>}</VisuallyHidden>
    </li>
  )
}

export interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete'> {
  /** The current value. */
  typed: string
  /** Undefined where the page does not know the owner of the password. */
  owner?: PasswordOwner
}

/** A field for a new password, typed once, with a checklist of its rules below. */
export function NewPasswordField({ typed, owner, ...props }: NewPasswordFieldProps) {
  const { t } = useLingui()
  const rulesId = useId()
  const isTyped = typed !== ''
  return (
    <div>
      <PasswordField
        name="password"
        label={t`Password`}
        autoComplete="new-password"
        size="md"
        maxLength={PASSWORD_MAX}
        {...props}
        aria-describedby={rulesId}
      />
      <ul className={classes.rules} id={rulesId}>
        <Rule isMet={isLongEnough(typed)}>
          <Trans>At least {PASSWORD_MIN} characters</Trans>
        </Rule>
        {owner && (
          <Rule isMet={isTyped && !isOwnName(typed, owner)}>
            <Trans>Not your name or email</Trans>
          </Rule>
        )}
        <li>
          <IconPoint size={16} stroke={1.75} aria-hidden />
          <Trans>Not in a known data leak. We'll check when you continue.</Trans>
        </li>
      </ul>
    </div>
  )
}
