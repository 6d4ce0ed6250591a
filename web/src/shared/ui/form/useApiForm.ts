import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { FormSummaryProps } from './FormSummary.tsx'

/** The errors of a rejected request for a form: one sentence per field, and one for the whole form. */
export interface ApiRefusal {
  fieldErrors?: Record<string, string>
  notification?: { title: string; message: string }
  message?: string
}

export interface ApiForm<Values extends Record<string, unknown>> {
  /** The Mantine form; spread `form.getInputProps('name')` into an input and give `form.key('name')` as its key. */
  form: UseFormReturnType<Values>
  /** True from submit until the response. */
  isSending: boolean
  /** The handler for `<form onSubmit>`; a second submit while sending does nothing. */
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void
  /** The props of FormSummary: `<FormSummary {...summary} />`. */
  summary: FormSummaryProps
}

type Send<Values> = (values: Values) => Promise<ApiRefusal | undefined | void>

function refusalMessage(refusal: ApiRefusal): string {
  return refusal.notification?.message ?? refusal.message ?? ''
}

/**
 * Creates a form whose rejected fields show the messages of the API; `send` resolves to the errors, or to nothing when
 * it worked. Promise rejections are left to the caller.
 */
export function useApiForm<Values extends Record<string, unknown>>(
  input: UseFormInput<Values>,
  send: Send<Values>,
): ApiForm<Values> {
  const form = useForm<Values>({ mode: 'uncontrolled', validateInputOnBlur: false, ...input })
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const refused = () => setAttempt((count) => count + 1)

  async function submit(values: Values): Promise<void> {
    if (isSending) return
    setSending(true)
    setProblem('')
    try {
      const refusal = await send(values)
      if (!refusal) return
      const formErrors = Object.entries(refusal.fieldErrors ?? {}).filter(([field]) => field in form.getValues())
      for (const [field, message] of formErrors) form.setFieldError(field, message)
      if (formErrors.length === 0) setProblem(refusalMessage(refusal))
      refused()
    } finally {
      setSending(false)
    }
  }

  const errors = Object.entries(form.errors).flatMap(([field, message]) =>
    typeof message === 'string' && message ? [{ field, message }] : [],
  )
  return {
    form,
    isSending,
    summary: { errors, problem, attempt },
    onSubmit: form.onSubmit(submit, refused),
  }
}
