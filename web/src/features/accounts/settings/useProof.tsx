import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { FormSummary } from '../../../shared/ui/form/FormSummary.tsx'
import { PasswordField } from '../../../shared/ui/form/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useProveMutation } from './api.ts'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'

interface ProofFormProps {
  onProven: () => void
  onCancel: () => void
}

function ProofForm({ onProven, onCancel }: ProofFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [prove] = useProveMutation()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { password: '' },
      validate: { password: (value) => (value === '' ? t`Enter your password.` : null) },
    },
    async ({ password }) => {
      const { error } = await prove(password)
      if (!error) return onProven()
      const isWrongPassword = isRefusal(error) && error.code === 'invalid_credentials'
      return isWrongPassword ? { fieldErrors: { password: messageFor(error) } } : { message: messageFor(error) }
    },
  )
  return (
    <form className={classes.stack} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <p className={classes.text}>
        <Trans>Enter your password to continue. We ask for it before changes like this.</Trans>
      </p>
      <PasswordField
        key={form.key('password')}
        {...form.getInputProps('password')}
        name="password"
        label={t`Password`}
        autoComplete="current-password"
        data-autofocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>
          <Trans>Continue</Trans>
        </SubmitButton>
      </Group>
    </form>
  )
}

/** In a session through single sign-on the identity provider checks the user again. */
function ProofBySso({ slug, onCancel }: { slug: string; onCancel: () => void }) {
  const here = location.pathname + location.search
  return (
    <div className={classes.stack}>
      <p className={classes.text}>
        <Trans>Log in with your company again to continue. Then come back here and repeat the change.</Trans>
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          component="a"
          data-autofocus
          href={`/auth/sso/${encodeURIComponent(slug)}?prove=1&next=${encodeURIComponent(here)}`}
        >
          <Trans>Log in again</Trans>
        </Button>
      </Group>
    </div>
  )
}

/** What a screen needs for calls that require a fresh proof of identity. */
export interface Proof {
  /**
   * Makes a call; when it needs a fresh proof, asks for the password and repeats it. When canceled, resolves to the
   * first refusal.
   */
  proven: <T extends { error?: unknown }>(act: () => Promise<T>) => Promise<T>
  /** The dialog; render it once. */
  dialog: ReactNode
}

/** Returns whether the user canceled the proof: this is no error, and no message is needed. */
export function isNotProven(error: unknown): boolean {
  return isRefusal(error) && error.code === 'proof_needed'
}

/** Asks for the password when a call requires it, and repeats the call. */
export function useProof(): Proof {
  const { t } = useLingui()
  const ssoSlug = useSession(({ auth }) => auth.user?.ssoSlug)
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isProven: boolean) => void>(undefined)

  function close(isProven: boolean): void {
    setOpen(false)
    answer.current?.(isProven)
    answer.current = undefined
  }

  async function proven<T extends { error?: unknown }>(action: () => Promise<T>): Promise<T> {
    const first = await action()
    if (!isNotProven(first.error)) return first
    const isProven = await new Promise<boolean>((resolve) => {
      answer.current?.(false)
      answer.current = resolve
      setOpen(true)
    })
    return isProven ? action() : first
  }

  const dialog = (
    <Dialog
      opened={isOpen}
      onClose={() => close(false)}
      title={t`Confirm it's you`}
      size={400}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {ssoSlug === undefined ? (
        <ProofForm onProven={() => close(true)} onCancel={() => close(false)} />
      ) : (
        <ProofBySso slug={ssoSlug} onCancel={() => close(false)} />
      )}
    </Dialog>
  )
  return { proven, dialog }
}
