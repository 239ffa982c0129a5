//! A module that offers the sine and the sum, until the broker stops:
//!
//! ```text
//! SBW_USER=/tmp/sbw cargo run -p sbw --example module
//! ```

use sbw::module::{Methods, Module};

fn main() -> sbw::Result<()> {
    let trig = Methods::new("trig")
        .method("double sin(double x)", "The sine of x in radians.", |call| {
            let (x,): (f64,) = call.arguments()?;
            call.answer(&(x.sin(),))
        })?
        .method("double sum(double[] numbers)", "The sum of the numbers.", |call| {
            let (numbers,): (Vec<f64>,) = call.arguments()?;
            call.answer(&(numbers.iter().sum::<f64>(),))
        })?;
    let module = Module::builder("edu.caltech.trigonometry").service(trig).connect_to_users_broker()?;
    println!("connected as module {}", module.id());
    module.wait();
    Ok(())
}
