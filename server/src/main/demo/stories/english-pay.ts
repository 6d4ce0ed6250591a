/** Dialogues about pay, benefits, documents, training. */
export const PAY = `
< My check is missing {hours} hours from {weekday}
> Let me look. Did you clock out at the end?
< I think the clock was down that day
> You're right, it was. I sent the correction, {hours} hours will be on the next check. Sorry about that!
< [Ok thank you|thanks for checking|great thank you {me}]

< when do we get paid if {weekday} is a holiday
> One day earlier. It will be in your account by 9 AM
< [perfect|nice]

< I changed banks, how do I update direct deposit
> In person only, at HR with your ID. We never take bank numbers by text, and nobody from Acme will ask you for one
< [ok that's good. I'll come by|Smart. When is HR open?]
> HR is open 6 AM to 5 PM. See you!

< got a text saying I must confirm my bank login for payroll. is it real
> No! Don't open it. We never ask for that. Can you send me the number it came from?
< deleted it already but it started with 844
> No problem. You did the right thing by asking. We're warning everyone now
< 👍

> Hi {first}, open enrollment for health insurance ends on {weekday}. If you do nothing your plan stays the same. Help in English, Spanish, Polish and Creole is in the break room from 11 to 3.
< [thank you|can I add my wife?]
> [=You're welcome. Tell your crew too!|Yes! See HR in the break room, it takes 10 minutes]

< can i add my baby to the insurance
> Congratulations!! Yes, within 30 days of birth. Bring the hospital paper to HR, copy is fine
< born {weekday} 👶 7 pounds
> Wonderful! Then there's time. Best wishes to mom

< How many vacation days do I have left
> You have 6.5 days. They don't expire until the end of the year
< [I'd like to take {day}|ok thanks]
> [=Put in for it at the kiosk and I'll approve it|Any time]

< I need a letter that I work here, for my apartment
> Sure. Name of the landlord or just "to whom it may concern"?
< just whom it may concern
> Ready tomorrow at the front office after 10
< [thank you!!|You're the best]

< Did the 401k come out twice? looks wrong
> Checking with payroll
> You're right: one went to last year's contribution. They put it back this week. Thank you for watching it
< [Whew. Thanks|ok good]

> Hi {first}, please update your address at the kiosk before the 15th so that your tax form finds you. It takes 2 minutes.
< [done|did it at lunch|Moved last month, thanks for the reminder]

< is there a bonus for bringing a friend? my cousin needs a job
> Yes, $300 after 60 days. Your cousin can text JOBS to this number or come in {weekday} at {start}
< [Awesome I'll tell him|He'll come {weekday}]

> Welcome to the crew, {first}! 🎉 Your first day is {weekday} at {start}. Park in lot C, bring your ID and closed shoes. {lead} meets you at the gate. Text us here any time, a person answers.
< [Thank you! Excited|Thanks, do I bring lunch?]
> [=See you {weekday}!|There's a microwave and a cheap cafeteria. First lunch is on us]

> How was your first week, {first}?
< [Good! feet hurt but everyone is nice|Good. {lead} explains everything well|tired lol but good]
> Glad to hear it. Inserts for your boots are free at stores, just ask

< shoes allowance is how much?
> $120 a year. Bring the receipt to HR, it's paid with your next check
< [do my composite toes count?|bought work sneakers, hope they count 😅]
> [=Yes, if they are slip resistant too|They count if the box says slip resistant]

< Locker {truck} key is broken off in the lock
> Maintenance will cut it at your lunch, new lock is free
< thanks
`
