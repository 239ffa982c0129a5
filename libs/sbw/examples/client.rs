//! What people ask a broker:
//!
//! ```text
//! SBW_USER=/tmp/sbw cargo run -p sbw --example client -- list
//! SBW_USER=/tmp/sbw cargo run -p sbw --example client -- methods edu.caltech.trigonometry
//! SBW_USER=/tmp/sbw cargo run -p sbw --example client -- call edu.caltech.trigonometry.trig.sum '[1, 2, 3.5]'
//! ```

use sbw::caller::Caller;
use sbw::directory;

fn main() -> sbw::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut caller = Caller::connect_to_users_broker("")?;
    match arguments.as_slice() {
        ["list"] => {
            for module in directory::modules(&mut caller)? {
                println!("{:>4}  {}", module.id, module.name);
            }
        }
        ["methods", name] => {
            let id = directory::module(&mut caller, name)?;
            for service in directory::services(&mut caller, id)? {
                for method in directory::methods(&mut caller, id, service.id)? {
                    let help = directory::help(&mut caller, method.id)?;
                    println!("{}.{}: {}  {help}", name, service.name, method.signature);
                }
            }
        }
        ["call", path, arguments @ ..] => {
            for value in directory::call_text(&mut caller, path, arguments)? {
                println!("{value}");
            }
        }
        _ => eprintln!("list | methods MODULE | call MODULE.SERVICE.METHOD ARGS"),
    }
    Ok(())
}
