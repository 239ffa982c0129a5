//! The methods of the service `BROKER`, in the order of their ids.

/// The service of the broker, and the name of its module.
pub(super) const BROKER: &str = "BROKER";

/// Defines the methods: the name, and what libSBW and people are told of each.
macro_rules! methods {
    ($($name:ident $signature:literal $help:literal;)+) => {
        /// A method, by its place in the list.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Method {
            $($name),+
        }

        const ALL: [Method; 23] = [$(Method::$name),+];

        /// Signature, to the letter as the original reports it, and help of each method of the service `BROKER`. The place is
        /// the method's id.
        pub const METHODS: [(&str, &str); 23] = [$(($signature, $help)),+];
    };
}

methods! {
    GetVersion "string getVersion()" "The broker's version, for people.";
    GetModuleInstance "int getModuleInstance(string)" "The id of a running module with this name; -1 for BROKER.";
    GetModuleDescriptors "{}[] getModuleDescriptors(boolean, boolean)" "Describes all modules (local only, running ones too).";
    GetModuleDescriptorByName "{} getModuleDescriptor(string, boolean)" "Describes a module by name (running ones too).";
    GetModuleDescriptorById "{} getModuleDescriptor(int)" "Describes a running module.";
    FindServices "{}[] findServices(string, boolean)" "Services whose category begins with a text.";
    GetServiceCategories "string[] getServiceCategories(string)" "The categories below one, as paths from there.";
    LinkBroker "int linkBroker(string)" "Refused: this broker has no links to others.";
    GetExistingModuleInstanceIds "int[] getExistingModuleInstanceIds()" "The ids of all running modules, and -1.";
    GetServiceDescriptorByName "{} getServiceDescriptor(int, string)" "Describes a service of a module by name.";
    GetServiceDescriptorById "{} getServiceDescriptor(int, int)" "Describes a service of a module by id.";
    GetServiceDescriptorsByName "{}[] getServiceDescriptors(string)" "Describes the services of a registered module.";
    GetServiceDescriptorsById "{}[] getServiceDescriptors(int)" "Describes the services of a running module.";
    RegisterModule "void registerModule(string, string, int, string, string)"
        "Registers a module: name, display name, management type, command line, help.";
    ChangeModuleName "void changeModuleName(int, string)" "Copies a running module's registration to a new name.";
    RegisterService "void registerService(string, string, string, string, string)"
        "Registers a service: module, name, display name, category, help.";
    UnregisterModule "void unregisterModule(string)" "Forgets a module.";
    ShutdownBroker "void shutdownBroker()" "Ends the broker, where it was started so that modules may.";
    GetListOfModules "{} getListOfModules()" "Id and name of every running module.";
    GetMethodIdsById "{} getMethodIds(int,int)" "Id and signature of every method (module id, service id).";
    GetMethodIdsByName "{} getMethodIds(string,string)" "Id and signature of every method (module name, service name).";
    ReadFromFile "string readFromFile(string)" "Refused: this broker reads no files for others.";
    FindLocalServices "{}[] findLocalServices(string, boolean)" "As findServices.";
}

impl Method {
    /// The method of this id; none if there is no such method.
    pub(super) fn of(id: i32) -> Option<Self> {
        usize::try_from(id).ok().and_then(|id| ALL.get(id).copied())
    }
}
