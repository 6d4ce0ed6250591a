import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { AnswersCard } from './AnswersCard.tsx'
import { BusinessHoursCard } from './BusinessHoursCard.tsx'
import { BroadcastsCard } from './BroadcastsCard.tsx'
import { HolidaysCard } from './HolidaysCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { QuietHoursCard } from './QuietHoursCard.tsx'
import { ShiftsCard } from './ShiftsCard.tsx'
import { useTextingForm } from './useTextingForm.ts'

/** The texting tab: hours, automatic replies, assignment, broadcasts, and language. */
export function TextingTab() {
  const { form, isError, retry } = useTextingForm()
  const question = useLeaveGuard(form?.isDirty ?? false)
  if (isError) return <StatePanel kind="error" onRetry={retry} />
  if (!form) return <SkeletonRows count={6} />
  return (
    <form className={classes.stack} onSubmit={(event) => void form.submit(event)} noValidate>
      {question}
      <QuietHoursCard form={form} />
      <BusinessHoursCard form={form} />
      <ShiftsCard form={form} />
      <HolidaysCard />
      <AnswersCard form={form} />
      <BroadcastsCard form={form} />
      <LanguageCard form={form} />
      {form.isDirty && <SaveBar onDiscard={form.discard} isSending={form.isSending} problem={form.problem} />}
    </form>
  )
}
