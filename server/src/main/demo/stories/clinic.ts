/** Dialogues of the clinic. */
export const CLINIC = `
> Hi {first}, can you pick up {day}, 7 AM to 3 PM, at Lakeside? We are one short
< [Yes I can|Sure, put me down]
> Thank you! You're with {lead}

< Running {minutes} minutes late, [road work on the bridge|daycare opened late]
> Thanks, front desk will start your first patient with {lead}
< 🙏

> Reminder: flu shots for staff {weekday} from 11 to 2 in room 4. Bring your badge.
< [Got mine already at the pharmacy, do you need the paper?|I'll be there]
> [=Yes please, a photo by e-mail is fine|See you there]

< Room 3 blood pressure cuff is leaking
> Thank you. Take the one from room 6, I'll order a new one today
< [ok|done]

< Can I swap {day} with {lead}?
> If {lead} texts me yes, it's fine
< Just did
> Confirmed, swapped. Have a good day off

> CPR renewal is due this month. Two dates: {weekday} at 8 AM or the day after at 1 PM. Which one?
< [8 AM please|The 1 PM one]
> You're in. It takes 2 hours and is paid

< My badge doesn't open the med room anymore
> It expired yesterday. New one is at the front desk in 10 minutes
< Works now, thanks

< I tested positive this morning
> Sorry to hear it. Please stay home, occupational health calls you today. Feel better!
< Thank you

> Great job today, {first}. Forty-one patients and not one complaint 👏
< [Team work!|Feet are dead but thank you 😄]

< Who is on call {day} night?
> {lead} until midnight, then Dr. Osei
< [thanks|ok]

> Your on call week starts tomorrow at 6 PM. Please answer OK so we know your phone works.
< [OK|ok]

< The shuttle left without two of our patients
> Calling the driver now. The shuttle turns around, 8 minutes
< They're on, thank you!
`

/** Messages to the clinic that wait for a reply. */
export const CLINIC_UNANSWERED = `
< Hi, I can't find the key of the vaccine fridge. Temp alarm is beeping

< Is the {day} schedule final? I need to book daycare
`
