/** Dialogues with thanks, birthdays, questions and small talk at a plant. */
export const PERSONAL_STORIES = `
> {first}, {line} had zero stops yesterday. First time this quarter. Thank you!
< [Team effort 💪|Thank you boss|All {lead}'s crew 🙌]

> Happy birthday {first}! 🎂 Cake in the break room at the next break
< [Thank you everyone!|haha who told you|🥹🥹 thank you]

> Ten years at Acme today! Thank you, {first}. {lead} has something for you at the morning meeting
< [Wow time flies. Thank you|I remember when it was only two lines]
> And look at us now 😄

< who do I tell that the cafeteria card machine takes money twice
> Me 🙂 How much?
< $6.50 on {weekday}
> You get it back in cash at the front office. We're calling the company
< [thank you|got it, thanks!]

< lost my jacket, grey with a bear on the back, maybe by {dock}
> I asked {lead}. Found! It's at the gate
< [You're a lifesaver|🐻 thank you!!]

< can my brother pick up my check? I'm out of town
> Yes with his ID and a text from you saying his full name
< Robert Alan, same last name
> Thank you, noted for pickup until {weekday}

< is there parking for bikes
> Yes, under the roof by lot A. Ask at the gate for the code
< [sweet|thanks]

> Cookout on Saturday after first shift, families welcome 🌭 How many are you?
< [4 of us|Me, my wife and 3 kids|just me 😂]
> Got it! See you there

< Will the break room microwaves get fixed this year lol
> 😅 Two new ones arrive on {weekday}
< [finally!!|miracle]
<(later) They're here. They work. Thank you
> Enjoy your hot lunch

< I want to learn the {machine}. Is there training
> Yes! Two mornings with {lead}, then a test. It's one step up in pay too
< How do I sign up
> Just did it for you: next {weekday} at {start}
< [Awesome, thank you|Thanks {me} 🙏]

> Congratulations {first}, you passed the test. New rate starts with the next pay period 👏
< [LETS GO|Thank you!! My kids will be proud|🎉]

< the music on {line} is too loud we can't hear the horn
> Good point, that's a safety thing. {lead} turns it down now
< much better

< who is the new supervisor on nights
> {lead} from Plant 2. Starts {weekday}, very nice
< [ok cool|I know {lead}, good people]

> {first}, a customer wrote to say the boxes from {line} were the best packed this year. Thought you should know
< [That made my day|Tell the whole crew!|😊]

< Is this number for the plant?
> Yes, this is {organization}. A person from the office reads it from 5 AM to 10 PM
< [good to know|Ok saving it]

< HELP
>(auto_reply) {helpAnswer}
< ok just checking who this is

< STOP
>(auto_reply) {stopAnswer}
< START
>(auto_reply) {startAnswer}
< sorry that was my son playing with the phone
> No problem! You're back on

< my number changes next week, new one is from my sister's plan
> Thanks for telling us. Text us from the new number with your name and we'll move everything
< [ok|will do]

< Please take me off the overtime list, doctor's orders
> Done, you're off that list only. You still get your schedule here. Get well!
< [thank you|yes that's what I meant, thanks]
`
