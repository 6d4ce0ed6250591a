import type { FormLanguage, FormQuestionType } from '@crewline/contract/form-content'
import type { FormStatus } from '@crewline/contract/forms'
import { flowLanguages } from '@crewline/contract/flow-languages'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useContactFieldNames } from '../fields/index.ts'

export { AUTONYMS } from '@crewline/contract/flow-languages'

/** The languages that a form can have. */
export { flowLanguages as FORM_LANGUAGES } from '@crewline/contract/flow-languages'

/** Returns the language to start a form in: that of the interface, if a form can have it. */
export function startLanguage(locale: string): FormLanguage {
  return flowLanguages.find((language) => language === locale) ?? 'en'
}

/** Returns the names of what forms are made of. */
export function useFormNames() {
  const { t } = useLingui()
  const names = useContactFieldNames()
  return useMemo(() => {
    const type: Record<FormQuestionType, string> = {
      short_text: t`Short answer`,
      long_text: t`Long answer`,
      choice: t`One choice`,
      choices: t`Several choices`,
      yes_no: t`Yes or no`,
      rating: t`Rating, 1 to 5`,
      nps: t`Recommendation, 0 to 10`,
      number: t`Number`,
      date: t`Date`,
      time: t`Time`,
      phone: t`Phone number`,
      email: t`Email`,
      location: t`Place`,
      consent: t`Agreement`,
      signature: t`Signature`,
      file: t`Photo or file`,
      info: t`Text without a question`,
      employee: t`Employee ID`,
      hidden: t`Value from the link`,
    }
    const status: Record<FormStatus, string> = {
      draft: t`Draft`,
      open: t({ message: 'Open', context: 'form' }),
      closed: t`Closed`,
    }
    const { firstname, lastname, email, jobTitle, department, location, birthday, hireDate } = names
    const field: Record<string, string> = { firstname, lastname, email, jobTitle, department, location }
    const dateField: Record<'birthday' | 'hireDate', string> = { birthday, hireDate }
    const via: Record<'link' | 'public' | 'qr' | 'text' | 'kiosk', string> = {
      link: t`Personal link`,
      public: t`Public link`,
      qr: t`QR code`,
      text: t`Text`,
      kiosk: t`Shared tablet`,
    }
    return { type, status, field, dateField, via }
  }, [t, names])
}
