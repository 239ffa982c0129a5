//! What SBW can: exceptions with codes, sends, calls side by side, and calls both ways over one connection.

use std::sync::Arc;

use sbw::block::Block;
use sbw::message::MethodId;
use sbw::module::{Call as Called, Methods, Module};
use sbw::{Exception, ExceptionCode};

use super::{Remote, added, dial, failed, find, key};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, CALL_BACK, FAIL, MEET, NOTE, NOTED, NOTES, Probed, are_noted, asked, fails_with,
    have_met, longest_meeting, was_asked,
};
use crate::client::Calling;
use crate::messages::Count;

pub(super) const ABILITIES: Abilities = Abilities {
    fault_code: Attempt::Calls(|calling| {
        let mut caller = dial(calling)?;
        let id = find(calling, &mut caller, FAIL)?;
        fails_with::<Count>(&mut Remote { caller, id }, ability::CODE)
    }),
    one_way: Attempt::Calls(one_way),
    concurrent: Attempt::Calls(concurrent),
    both_ways: Attempt::Calls(both_ways),
    structs: Attempt::Nothing("it has no structs: a record goes as a list of its values"),
    ..Abilities::NONE
};

/// The longest time that a server waits for the client that it calls back.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Adds the methods of a probe.
pub(super) fn register(methods: Methods) -> Methods {
    let probed: Arc<Probed> = Arc::default();
    let (noting, noted, meeting) = (probed.clone(), probed.clone(), probed);
    let number = |call: &Called<'_>| Ok::<i32, Exception>(call.arguments::<(i32,)>()?.0);
    let methods = added(methods, &format!("int {FAIL}(int)"), move |call| {
        let code = u8::try_from(number(call)?).map_err(|error| Exception::application(error.to_string()))?;
        Err(Exception::new(ExceptionCode::from_byte(code), "as it was told"))
    });
    let methods = added(methods, &format!("void {NOTE}(int)"), move |call| {
        noting.note(number(call)?);
        call.answer(&())
    });
    let methods = added(methods, &format!("int {NOTED}(int)"), move |call| call.answer(&(noted.noted(),)));
    let methods = added(methods, &format!("int {MEET}(int)"), move |call| {
        let (longest, probed, answering) = (number(call)?, meeting.clone(), call.defer());
        // The thread that runs methods is the one that reads in a direct server.
        std::thread::spawn(move || {
            let mut met = Block::new();
            met.integer(probed.meet(longest));
            answering.finish(Ok(met));
        });
        Ok(Block::new())
    });
    added(methods, &format!("int {CALL_BACK}(int)"), move |call| {
        let connection = call.connection();
        let connection = connection.ok_or_else(|| Exception::application("a direct server calls nobody"))?;
        Ok(connection.call_within(PATIENCE, MethodId::new(call.source(), 0, 0), &(number(call)?,))?)
    })
}

fn one_way(calling: &Calling) -> Result<(), Fault> {
    let mut caller = dial(calling)?;
    let note = find(calling, &mut caller, NOTE)?;
    let noted = find(calling, &mut caller, NOTED)?;
    for number in NOTES {
        caller.send(note, &(number,))?;
    }
    let mut remote = Remote { caller, id: noted };
    are_noted(calling, || ability::ask::<Count>(&mut remote, NOTED, 0))
}

/// A client that answers too, with one method.
fn module(calling: &Calling) -> Result<Module, Fault> {
    let service = added(Methods::new("probe"), "int ask(int)", |call| {
        let (number,) = call.arguments::<(i32,)>()?;
        call.answer(&(asked(number),))
    });
    let builder = Module::builder("").service(service).timeout(calling.timeout());
    Ok(builder.connect(calling.address, &key(calling)?)?)
}

fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let mut module = module(calling)?;
    let meet = find(calling, &mut module, MEET)?;
    let longest = longest_meeting(calling);
    let calls = [module.call_async(meet, &(longest,))?, module.call_async(meet, &(longest,))?];
    for call in calls {
        let (met,) = call.wait(Some(calling.timeout())).map_err(failed)?.read::<(i32,)>()?;
        have_met(met)?;
    }
    Ok(())
}

fn both_ways(calling: &Calling) -> Result<(), Fault> {
    /// What the client is asked about.
    const NUMBER: i32 = 1000;
    let mut module = module(calling)?;
    let call_back = find(calling, &mut module, CALL_BACK)?;
    let (answer,) = module.call(call_back, &(NUMBER,)).map_err(failed)?.read::<(i32,)>()?;
    was_asked(NUMBER, answer)
}
